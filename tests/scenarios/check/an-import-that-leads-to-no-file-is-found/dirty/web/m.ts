import a from './a';
import made from './made';
import b from './b';
