import { useState } from 'react';
import { load } from './load';

export default function StatusPage() {
  const [state, setState] = useState(null);
  return (
    <button onClick={() => setState(load())}>
      {state ? state.name : 'Load'}
    </button>
  );
}
