export function Form({ fields }) {
  return (
    <form>
      <h1>Fields</h1>
      <ul>
        {fields.map((field) => (
          <li key={field}>{field}</li>
        ))}
      </ul>
        <footer>
          <button>Save</button>
          <button
            type="reset"
          >
            Reset
          </button>
        </footer>
      </form>
  )
}
