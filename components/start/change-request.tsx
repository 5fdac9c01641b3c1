import Link from 'next/link'
import { curlCommand } from '@/lib/core/shared/http/curl-command'
import type { Json, JsonObject } from '@/lib/core/shared/values/json'
import type { ChangePreview, PreviewedDocument } from '@/lib/queries/change-preview'
import { buttonClass } from '../ui/button-class'
import { CurlDetails } from '../ui/curl-details'
import { Note } from '../ui/note'
import { Panel } from '../ui/panel'
import { clicksOn } from './changed-operations'
import { mutationPresets } from './mutation-presets'

interface ChangeRequestProps {
  readonly kind: 'issuance' | 'presentation'
  /** The page that this is on. */
  readonly page: string
  /** Takes the form that starts the session. */
  readonly action: string
  /** URL of the interface. */
  readonly api: string
  /** `null` while nobody has opened it. */
  readonly asked: {
    /** `null` for a text that is no JSON array. */
    readonly operations: readonly unknown[] | null
    readonly written: string
    readonly preview: ChangePreview
    /** Members of the session request beside `mutations`. */
    readonly body: JsonObject
  } | null
}

const noun = { issuance: 'documents', presentation: 'request' } as const

/**
 * Changes the right request or documents of a session by hand: operations beside what is right, what they make, and what
 * that equals. A plain form that reloads its page, so it needs no script.
 */
export function ChangeRequest({ kind, page, action, api, asked }: ChangeRequestProps) {
  return (
    <Panel labelledBy="change" className="mt-6 grid gap-4 p-4 md:p-6">
      <div className="grid gap-2">
        <h2 id="change" className="text-lg">
          Change the request
        </h2>
        <p className="max-w-[760px] text-sm text-ink-2">
          Everything else stays right, so what the wallet does follows from your change. The session says on every page
          and in every report that it is wrong on purpose.
        </p>
      </div>
      {asked === null ? (
        <p>
          <a className={buttonClass()} href={`${page}?change=1#change`}>
            Change the {noun[kind]}
          </a>
        </p>
      ) : (
        <OpenChange kind={kind} page={page} action={action} api={api} asked={asked} />
      )}
    </Panel>
  )
}

function OpenChange({
  kind,
  page,
  action,
  api,
  asked,
}: ChangeRequestProps & { readonly asked: NonNullable<ChangeRequestProps['asked']> }) {
  const { operations, written, preview, body } = asked
  const isReady = operations !== null && operations.length > 0 && preview.problems.length === 0
  return (
    <>
      <nav aria-label="Examples">
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {mutationPresets
            .filter((preset) => preset.kind === kind)
            .map(({ id, title }) => (
              <li key={id}>
                <Link className="link" href={`${page}?preset=${id}#change`} scroll={false}>
                  {title}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
      <form method="get" action={`${page}#change`} className="grid gap-4">
        <label className="grid gap-1 text-sm">
          <span className="font-medium">
            Operations <code className="text-ink-3">mutations</code>
          </span>
          <textarea
            name="mutations"
            rows={6}
            spellCheck={false}
            defaultValue={written}
            // A reload shows what the clicks before it made.
            key={written}
            className="w-full min-w-0 rounded-md border border-control bg-surface px-2 py-1.5 font-mono text-xs"
          />
          <span className="text-xs text-ink-3">
            RFC 6902, and put, which makes the objects on its way. Each names its target, as in the examples.
          </span>
        </label>
        <div className="flex flex-wrap items-end gap-3">
          <label className="grid min-w-0 grow gap-1 text-sm">
            <span className="font-medium">Value for “set”</span>
            <input
              name="value"
              className="h-(--control-size) min-w-0 rounded-md border border-control bg-surface px-2"
            />
          </label>
          <button type="submit" className={buttonClass()}>
            Preview
          </button>
        </div>
        {preview.documents.map((document) => (
          <DocumentPair key={document.target} document={document} />
        ))}
      </form>
      {operations === null && <Note kind="warning">The operations are no JSON array.</Note>}
      {preview.problems.map(({ pointer, code, message }) => (
        <Note key={`${pointer} ${code}`} kind="warning">
          <code>{pointer}</code> <bdi>{message}</bdi> <code>{code}</code>
        </Note>
      ))}
      {isReady && (
        <Note kind="information">
          {preview.sameAs === null ? (
            'It equals no named test: the session tells what the wallet does, and nothing fails by it.'
          ) : (
            <>
              It equals the test <code>{preview.sameAs}</code>, and is judged as that.
            </>
          )}
        </Note>
      )}
      {isReady && (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <form method="post" action={action}>
            {fieldsOf(kind, body, operations).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <button type="submit" className={buttonClass({ look: 'solid', size: 'large' })}>
              Start with this change
            </button>
          </form>
          <CurlDetails
            command={curlCommand({
              method: 'POST',
              url: api,
              headers: [['content-type', 'application/json']],
              body: JSON.stringify({ ...body, mutations: operations }, null, 2),
            })}
            what="request"
            summary="Copy as request"
          />
        </div>
      )}
    </>
  )
}

/** The same request as fields of the form that starts sessions. */
const fieldsOf = (
  kind: ChangeRequestProps['kind'],
  body: JsonObject,
  operations: readonly unknown[],
): readonly (readonly [string, string])[] => [
  ...Object.entries(body).map(
    ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
  ),
  ...(kind === 'presentation' ? [['preset', 'pid'] as const] : []),
  ['mutations', JSON.stringify(operations)],
]

/** A document as it is right, with what a click on each member does, beside what will be sent. */
function DocumentPair({ document: { target, title, right, changed } }: { readonly document: PreviewedDocument }) {
  return (
    <details open={target !== 'server_metadata' && target !== 'issuer_metadata'} className="min-w-0">
      <summary className="chevron flex items-center text-md">{title}</summary>
      <div className="mt-2 grid gap-4 md:grid-cols-2">
        <table aria-label={`${title} as it is right`} className="block w-full text-xs">
          <tbody className="block">
            {Object.entries(right).map(([name, value]) => (
              <tr key={name} className="block border-t border-line py-1.5">
                <th scope="row" className="block text-left font-mono font-medium [overflow-wrap:anywhere]">
                  <bdi>{name}</bdi>
                </th>
                <td className="block text-ink-2 [overflow-wrap:anywhere]">
                  <bdi>{shortly(value)}</bdi>
                </td>
                <td className="flex flex-wrap gap-1 pt-1">
                  {clicksOn(target, name, value).map(([label, click]) => (
                    <button
                      key={label}
                      type="submit"
                      name="do"
                      value={click}
                      aria-label={`${label}: ${name}`}
                      className={buttonClass({ look: 'plain', size: 'small' })}
                    >
                      {label}
                    </button>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <div className="min-w-0">
          <h3 className="text-sm">What will be sent</h3>
          <pre className="mt-1 max-h-[70vh] overflow-auto rounded-md border border-line bg-sunk px-3 py-2.5 text-xs/[1.6] whitespace-pre-wrap [overflow-wrap:anywhere]">
            {JSON.stringify(changed ?? right, null, 2)}
          </pre>
        </div>
      </div>
    </details>
  )
}

const valueCharacters = 120

/** A value on one line, cut. */
function shortly(value: Json): string {
  const text = JSON.stringify(value)
  return text.length > valueCharacters ? `${text.slice(0, valueCharacters)}…` : text
}
