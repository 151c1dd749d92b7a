import { A } from './alpha';
import { B } from './beta';
import { C } from './gamma';
