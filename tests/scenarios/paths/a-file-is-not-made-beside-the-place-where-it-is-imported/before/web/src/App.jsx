import React from 'react';

export default function App() {
  return <Header />;
}
