// Client: keeps the RSC payload small.
'use client'

/** Hidden form fields set by the page, by name. */
export function HiddenFields({ fields }: { readonly fields: Readonly<Record<string, string>> }) {
  return Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}
