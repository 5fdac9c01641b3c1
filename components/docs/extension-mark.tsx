/** Marks our extensions to the required interface. */
export function ExtensionMark() {
  return (
    <span
      className="rounded-sm border border-line px-1.5 text-xs text-ink-2"
      title="Not part of the required interface"
    >
      extension
    </span>
  )
}
