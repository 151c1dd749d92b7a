export const List = ({ rows }) => (
  <div className="flex">
    {rows.map((row) => (
      <p key={row.id} className="rounded shadow
relative group">
        <b>{row.name}</b>
      </p>
    ))}
    <Total rows={rows} />
  </div>
);
