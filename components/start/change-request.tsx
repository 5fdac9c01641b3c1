import type { ReactNode } from 'react'
import { curlCommand } from '@/lib/core/shared/http/curl-command'
import { signatureChanges } from '@/lib/core/shared/mutations/mutation'
import { mutationPresets } from '@/lib/core/shared/mutations/mutation-presets'
import { isObject, type Json } from '@/lib/core/shared/values/json'
import type { AskedChange } from '@/lib/queries/change-preview'
import { type ButtonLook, buttonClass } from '../ui/button-class'
import { CurlDetails } from '../ui/curl-details'
import { Note, ProblemList } from '../ui/note'
import { Panel } from '../ui/panel'
import { ChangedDocuments } from './changed-documents'

interface ChangeRequestProps {
  readonly kind: 'issuance' | 'presentation'
  /** Id of the form that starts the session: all that is here belongs to it. */
  readonly form: string
  /** Takes that form, and leads back to the page with what it asks for. */
  readonly action: string
  /** URL of the interface. */
  readonly api: string
  /** `null` while nobody has opened it. */
  readonly asked: AskedChange | null
}

const noun = { issuance: 'documents', presentation: 'request' } as const

/**
 * Changes the right request or documents of a session by hand: operations beside what is right, what they make, and what
 * that equals. Its buttons send the form that starts the session, so that its options hold, and need no script.
 */
export function ChangeRequest({ kind, form, action, api, asked }: ChangeRequestProps) {
  const send: SendProps = { form, action }
  return (
    <Panel labelledBy="change" className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4 p-4 md:p-6">
      <div className="grid gap-2">
        <h2 id="change" className="scroll-mt-4 text-lg">
          Change the {noun[kind]}
        </h2>
        <p className="max-w-[760px] text-sm text-ink-2">
          Everything else stays right, with the options above, so what the wallet does follows from your change. The
          session says on every page and in every report that it is wrong on purpose.
        </p>
      </div>
      {asked === null ? (
        <p>
          <Send {...send}>Change the {noun[kind]}</Send>
        </p>
      ) : (
        <OpenChange kind={kind} api={api} asked={asked} send={send} />
      )}
    </Panel>
  )
}

interface SendProps {
  readonly form: string
  readonly action: string
}

interface SendButtonProps extends SendProps, ButtonLook {
  /** In place of the look of a button. */
  readonly className?: string
  readonly name?: string
  readonly value?: string
  readonly label?: string
  readonly children: ReactNode
}

/** Sends the form of the session to the address that shows what it asks for. */
const Send = ({ form, action, name, value, label, className, children, ...look }: SendButtonProps) => (
  <button
    type="submit"
    form={form}
    formAction={action}
    name={name}
    value={value}
    aria-label={label}
    className={className ?? buttonClass(look)}
  >
    {children}
  </button>
)

interface OpenChangeProps extends Pick<ChangeRequestProps, 'kind' | 'api'> {
  readonly asked: AskedChange
  readonly send: SendProps
}

function OpenChange({ kind, api, asked, send }: OpenChangeProps) {
  const { operations, mutations, preview, body } = asked
  const { documents, problems } = preview
  return (
    <>
      <nav aria-label="Examples" className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm">
        <span className="text-ink-2">Begin with</span>
        {mutationPresets
          .filter((preset) => preset.kind === kind)
          .map(({ id, title }) => (
            <Send key={id} {...send} name="example" value={id} className="link min-h-6 text-left">
              {title}
            </Send>
          ))}
      </nav>
      {operations !== null && operations.length > 0 && (
        <OperationList operations={operations} problems={problems} send={send} />
      )}
      <label className="grid gap-1 text-sm">
        <span className="font-medium">
          Operations <code className="text-ink-3">mutations</code>
        </span>
        <textarea
          name="mutations"
          form={send.form}
          rows={Math.min(10, Math.max(3, mutations.split('\n').length))}
          spellCheck={false}
          defaultValue={mutations}
          className="w-full min-w-0 rounded-md border border-control bg-surface px-2 py-1.5 font-mono text-xs"
        />
        <span className="text-xs text-ink-3">
          RFC 6902, and put, which makes the objects on its way. Each names its target, as in the examples. Choose a
          member below to add one.
        </span>
      </label>
      <p>
        <Send {...send}>Preview</Send>
      </p>
      {operations === null && <Note kind="warning">The operations are no JSON array.</Note>}
      {problems.filter(isGeneral(operations)).map(({ pointer, code, message }) => (
        <Note key={`${pointer} ${code}`} kind="warning">
          {pointer !== '' && <code className="[overflow-wrap:anywhere]">{pointer}</code>} <bdi>{message}</bdi>{' '}
          <code>{code}</code>
        </Note>
      ))}
      {operations !== null && operations.length > 0 && problems.length === 0 && (
        <>
          <Equals preview={preview} />
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
            <button type="submit" form={send.form} className={buttonClass({ look: 'solid', size: 'large' })}>
              Start with this change
            </button>
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
        </>
      )}
      {documents.length > 0 && (
        <ChangedDocuments documents={documents} form={send.form} isRefused={problems.length > 0}>
          <Send {...send} name="do" value="remove" size="small">
            remove
          </Send>
          <Send {...send} name="do" value="null" size="small">
            null
          </Send>
          <Send {...send} name="do" value="wrong type" size="small">
            wrong type
          </Send>
          <label className="flex min-w-0 grow items-center gap-2 text-sm">
            <span>Value</span>
            <input
              name="value"
              form={send.form}
              autoComplete="off"
              className="h-7 w-full min-w-0 rounded-md border border-control bg-surface px-2 text-xs"
            />
          </label>
          <Send {...send} name="do" value="set" size="small">
            set
          </Send>
        </ChangedDocuments>
      )}
      {documents.some(({ target }) => target === 'request_header') && (
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <span className="text-ink-2">The signature</span>
          {signatureChanges.map((change) => (
            <Send key={change} {...send} name="do" value={`signature ${change}`} size="small">
              {signatureWords[change]}
            </Send>
          ))}
        </p>
      )}
    </>
  )
}

const signatureWords = { corrupt: 'corrupt', other_key: 'by another key', none: 'none' } as const

type Problem = AskedChange['preview']['problems'][number]

/** Place of the operation that a problem is about; `null` for another one. */
function operationAt({ pointer }: Problem): number | null {
  const [, index] = /^\/mutations\/(\d+)(?:\/|$)/.exec(pointer) ?? []
  return index === undefined ? null : Number(index)
}

/** Whether a problem is about no operation that is listed. */
const isGeneral =
  (operations: AskedChange['operations']) =>
  (problem: Problem): boolean => {
    const at = operationAt(problem)
    return at === null || at >= (operations?.length ?? 0)
  }

interface OperationListProps {
  readonly operations: readonly Json[]
  readonly problems: readonly Problem[]
  readonly send: SendProps
}

/** The operations in order, each with why it is refused. */
const OperationList = ({ operations, problems, send }: OperationListProps) => (
  <ol aria-label="Operations in order" className="grid gap-1.5 text-sm">
    {operations.map((operation, index) => {
      const key = String(index)
      return (
        <li key={key} className="grid gap-1.5 border-t border-line pt-1.5">
          <div className="flex items-baseline gap-3">
            <bdi className="wire min-w-0 grow text-xs [overflow-wrap:anywhere]">{operationWords(operation)}</bdi>
            <Send
              {...send}
              name="drop"
              value={key}
              label={`Take back operation ${index + 1}`}
              size="small"
              look="quiet"
            >
              Take back
            </Send>
          </div>
          {problems
            .filter((problem) => operationAt(problem) === index)
            .map(({ pointer, code, message }) => (
              <Note key={`${pointer} ${code}`} kind="warning">
                <bdi>{message}</bdi> <code className="[overflow-wrap:anywhere]">{code}</code>
              </Note>
            ))}
        </li>
      )
    })}
  </ol>
)

const charactersMax = 200

/** An operation on one line, as far as it can be read. */
function operationWords(operation: Json): string {
  if (!isObject(operation)) return JSON.stringify(operation).slice(0, charactersMax)
  const { target, op, path, from, value, entry } = operation
  const words = [
    op,
    from === undefined ? undefined : `${from} to`,
    path,
    value === undefined ? undefined : `= ${JSON.stringify(value)}`,
    target === undefined ? undefined : `in ${target}`,
    entry === undefined ? undefined : `of entry ${entry}`,
  ]
  const text = words.filter((word) => word !== undefined).join(' ')
  return text.length > charactersMax ? `${text.slice(0, charactersMax)}…` : text
}

/** What the change equals, and what is then wrong by the specification. */
function Equals({ preview: { sameAs, expect, wrong } }: Pick<AskedChange, 'preview'>) {
  return (
    <Note kind="information">
      {sameAs === null ? (
        <>It equals no named test: {expectWords[expect ?? ''] ?? expectWords.report}.</>
      ) : (
        <>
          It equals the test <code>{sameAs}</code>, and is judged as that.
        </>
      )}
      {wrong.length > 0 && (
        <div className="mt-2 grid gap-1">
          <p>By the specification it is then wrong:</p>
          <ProblemList
            problems={wrong.map(({ severity, pointer, message }) => ({
              isNote: severity === 'note' || severity === 'warning',
              pointer: String(pointer ?? ''),
              message: String(message ?? ''),
            }))}
          />
        </div>
      )}
    </Note>
  )
}

const expectWords: Readonly<Record<string, string>> = {
  report: 'the session tells what the wallet does, and nothing fails by it',
  answer: 'the wallet should go on, as you expect',
  refusal: 'the wallet should refuse, as you expect',
}
