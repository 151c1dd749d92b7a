export function Form({ fields }) {
  return (
    <form>
      <ul>
        {fields.map((field) => (
          <li key={field}>{field}</li>
        ))}
      </ul>
        <footer>
          <button>Save</button>
        </footer>
      </form>
  )
}
