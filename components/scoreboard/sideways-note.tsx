/** Says that the table goes on to the right, where a wide screen has no room for all its columns. */
export function SidewaysNote() {
  return (
    <div className="@container print:hidden">
      <p className="hidden px-3 py-1.5 text-xs text-ink-3 md:block @board-table:hidden">
        The table goes on to the right: scroll it sideways.
      </p>
    </div>
  )
}
