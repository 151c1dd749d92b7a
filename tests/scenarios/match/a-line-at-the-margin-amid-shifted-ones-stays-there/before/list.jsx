export const List = ({ rows }) => (
  <div className="flex">
    {rows.map((row) => (
      <p key={row.id} className="rounded shadow
relative group">
        {row.name}
      </p>
    ))}
  </div>
);
