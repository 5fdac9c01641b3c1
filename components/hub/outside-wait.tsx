import { CopyButton } from '../ui/copy-button'

const key = '-H "X-Api-Key: $ADMIN_API_KEY"'

interface CommandProps {
  readonly command: string
  readonly what: string
}

/** A command to copy. Whoever runs it has the admin key in a variable. */
function Command({ command, what }: CommandProps) {
  return (
    <div className="grid gap-1.5">
      <pre className="rounded-md border border-line bg-sunk px-3 py-2.5 text-xs/[1.6] whitespace-pre-wrap [overflow-wrap:anywhere]">
        {command}
      </pre>
      <div>
        <CopyButton text={command} what={what} label="Copy command" />
      </div>
    </div>
  )
}

interface OutsideProps {
  readonly executionId: string
  /** Public origin of the service. */
  readonly origin: string
}

interface LinkProps extends OutsideProps {
  readonly deeplink: string
  /** The transaction code that the wallet asks for; `null` for none. */
  readonly txCode: string | null
}

/** The link that a program elsewhere opens, with its transaction code, and the command that reads both. */
export function LinkWait({ executionId, origin, deeplink, txCode }: LinkProps) {
  return (
    <div className="grid gap-3 text-sm">
      <p>A program elsewhere opens this link with its wallet:</p>
      <p className="wire rounded-md border border-line bg-sunk px-2.5 py-2 text-xs/[1.6] text-ink-2">{deeplink}</p>
      <div>
        <CopyButton text={deeplink} what="link" label="Copy link" />
      </div>
      {txCode !== null && (
        <>
          <p>
            Its wallet has to enter the transaction code <span className="wire">{txCode}</span>.
          </p>
          <div>
            <CopyButton text={txCode} what="transaction code" label="Copy code" />
          </div>
        </>
      )}
      <p>
        {txCode === null
          ? 'It reads the link, as the member deeplink, with:'
          : 'It reads the link and the code, as the members deeplink and tx_code, with:'}
      </p>
      <Command command={`curl ${key} ${origin}/api/executions/${executionId}`} what="command that reads the link" />
    </div>
  )
}

/** The command with which a program elsewhere gives the result of its step. */
export function ResultWait({ executionId, origin, step }: OutsideProps & { readonly step: string }) {
  const body = JSON.stringify({ step, passed: true, summary: '' })
  const command = [
    `curl -X POST ${key} -H 'Content-Type: application/json'`,
    `  ${origin}/api/executions/${executionId}/result`,
    `  -d '${body}'`,
  ].join(' \\\n')
  return (
    <div className="grid gap-3 text-sm">
      <p>A program elsewhere gives the result of this step, once:</p>
      <Command command={command} what="command that gives the result" />
    </div>
  )
}
