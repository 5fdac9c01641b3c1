// Client: names and values are all that the data of a page then holds of them.
'use client'

/** Fields of a form that the page fills in, by name. */
export function HiddenFields({ fields }: { readonly fields: Readonly<Record<string, string>> }) {
  return Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}
