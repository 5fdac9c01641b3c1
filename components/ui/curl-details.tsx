import { CopyButton } from './copy-button'

interface CurlDetailsProps {
  readonly command: string
  /** Completes the copy button's name. */
  readonly what: string
  /** Text of the disclosure. */
  readonly summary?: string
}

/** A curl command to copy, collapsed: most readers do not need it. */
export function CurlDetails({
  command,
  what,
  summary = 'As curl, with these options (an empty POST tests other things)',
}: CurlDetailsProps) {
  return (
    <details className="min-w-0 open:basis-full md:ml-auto md:open:ml-0">
      <summary className="chevron flex items-center text-sm text-ink-2">{summary}</summary>
      <div className="mt-2 mb-1.5">
        <CopyButton text={command} what={what} />
      </div>
      <pre className="rounded-md border border-line bg-sunk px-3 py-2.5 text-xs/[1.6] whitespace-pre-wrap [overflow-wrap:anywhere]">
        {command}
      </pre>
    </details>
  )
}
