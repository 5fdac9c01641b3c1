/** Says where those are that a list leaves out; nothing where it leaves out none. */
export function OlderOnes({ count }: { readonly count: number }) {
  if (count <= 0) return null
  return (
    <p className="text-sm text-ink-2">{count} older ones are not listed here, but in the read-back of the session.</p>
  )
}
