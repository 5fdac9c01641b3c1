/** Marks what is ours and not a part of the required interface. */
export function ExtensionMark() {
  return (
    <span
      className="rounded-sm border border-line px-1.5 text-xs text-ink-2"
      title="Not a part of the required interface"
    >
      extension
    </span>
  )
}
