import type { SchemaView } from '@/lib/queries/schema-view'

/** The type of a value on one line; a named type links to its description. */
export function SchemaWords({ schema }: { readonly schema: SchemaView }) {
  const { words, ref, values, fallback } = schema
  return (
    <span className="text-ink-2">
      {words}
      {ref !== null && (
        <>
          {words === '' ? '' : ' '}
          <a className="link" href={`#schema-${ref}`}>
            {ref}
          </a>
        </>
      )}
      {values.length > 0 && (
        <span className="wire text-xs"> {values.map((value) => JSON.stringify(value)).join(' | ')}</span>
      )}
      {fallback !== null && <span className="wire text-xs"> = {fallback}</span>}
      {words === '' && ref === null && 'anything'}
    </span>
  )
}
