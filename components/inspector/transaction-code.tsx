import { CopyButton } from '../ui/copy-button'

interface TransactionCodeProps {
  readonly code: string
  /** What became of it so far; nothing where only its session tells. */
  readonly attempts?: string
}

/** Where a part begins: a code has at most twelve characters. */
const threes = [0, 3, 6, 9]

/** What the user has to type into the wallet, large enough to read from a screen beside the phone. */
export function TransactionCode({ code, attempts }: TransactionCodeProps) {
  return (
    <div data-transaction-code="" className="grid gap-1">
      <p className="text-sm text-ink-2">Transaction code</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="wire flex flex-wrap gap-x-3 text-3xl font-[550]">
          {/* In threes for the eye; the text stays one word for whoever copies or hears it. */}
          {threes
            .filter((from) => from < code.length)
            .map((from) => (
              <span key={from}>{code.slice(from, from + 3)}</span>
            ))}
        </p>
        <CopyButton text={code} what="transaction code" label="Copy code" />
      </div>
      {attempts !== undefined && (
        <p role="status" className="text-sm">
          {attempts}
        </p>
      )}
    </div>
  )
}
