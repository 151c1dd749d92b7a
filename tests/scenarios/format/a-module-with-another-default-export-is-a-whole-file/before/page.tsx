import { load } from './load';

export default function Status() {
  const state = load();
  return <p>{state.name}</p>;
}
