import { Fragment } from 'react'
import type { ApiReference, BodyView, OperationView } from '@/lib/queries/api-reference'
import type { MemberView } from '@/lib/queries/schema-view'
import { CopyButton } from '../ui/copy-button'

interface MemberListProps {
  readonly members: readonly (MemberView & { readonly place?: string })[]
}

/** Object members, one per line; nested members follow their parent with their full path. */
function MemberList({ members }: MemberListProps) {
  return (
    <ul className="api-members">
      {members.map(({ name, depth, words, values, fallback, required, place, description, extension }) => (
        <li key={`${name} ${words} ${values.join()}`} data-depth={depth || undefined}>
          <code>{name}</code> {words}
          {values.length > 0 && (
            <span className="wire"> {values.map((value) => JSON.stringify(value)).join(' | ')}</span>
          )}
          {fallback !== null && <span className="wire"> default: {fallback}</span>}
          <Marks marks={[required ? '' : 'optional', place ?? '', extension ? 'extension' : '']} />
          {description !== null && <p>{description}</p>}
        </li>
      ))}
    </ul>
  )
}

function Marks({ marks }: { readonly marks: readonly string[] }) {
  const words = marks.filter(Boolean).join(', ')
  return words !== '' && <i>{words}</i>
}

interface OperationDetailsProps {
  readonly operation: OperationView
  readonly baseUrl: string
}

/** One operation; expands to request and response with examples. */
export function OperationDetails({ operation, baseUrl }: OperationDetailsProps) {
  const { id, method, path, summary, extension, access, parameters, requests, answers, refusals, example } = operation
  const command = exampleCommand(example, { method, baseUrl })
  return (
    <details className="api-operation">
      <summary>
        <h3 className="wire font-normal tracking-normal">
          <b>{method}</b> {path}
        </h3>
        <span>
          {summary} {extension && <ExtensionMark />}
        </span>
      </summary>
      {/* Browsers expand a collapsed part when the fragment points into it. */}
      <div id={id} className="scroll-mt-[calc(var(--bar)+56px)]">
        <div>
          {access !== null && <p>Needs: {access}.</p>}
          {parameters.length > 0 && <MemberList members={parameters} />}
          {requests.map((body) => (
            <div key={body.mediaType}>
              <h4>Send</h4>
              <SchemaBlock body={body} />
            </div>
          ))}
          {answers.map(({ status, description, headers, bodies }) => (
            <div key={status}>
              <h4>
                {status} {description}
              </h4>
              {headers.length > 0 && <p>With {headers.join(', ')}.</p>}
              {bodies.map((body) => (
                <SchemaBlock key={body.mediaType} body={body} />
              ))}
            </div>
          ))}
          <p>
            {refusals.length > 0 && <>Other errors: {refusals.join(', ')}. </>}
            <a className="link" href={`#${id}`}>
              Link to this operation
            </a>
          </p>
        </div>
        <div>
          <h4>
            Example <CopyButton text={command} what="command" />
          </h4>
          <pre>{command}</pre>
          <pre>{exampleAnswer(example)}</pre>
          {requests.flatMap(({ examples = [] }) =>
            examples.map(({ summary: what, value }) => (
              <div key={what}>
                <h4>{what}</h4>
                <pre>{exampleCommand({ target: example.target, json: value, status: 201 }, { method, baseUrl })}</pre>
              </div>
            )),
          )}
        </div>
      </div>
    </details>
  )
}

type OperationExample = OperationView['example']

/** Inside single quotes a shell treats only the quote itself specially. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** curl command for an example request. */
export function exampleCommand(
  { target, headers = {}, json, form, mediaType = 'application/json', answer, status }: OperationExample,
  { method, baseUrl }: { readonly method: string; readonly baseUrl: string },
): string {
  const body = json !== undefined || form !== undefined
  const url = `${baseUrl}${target}`
  // With a body, curl uses POST by default.
  const verb = method === 'GET' || (method === 'POST' && body) ? '' : ` -X ${method}`
  const show = status >= 300 ? ' -i' : ''
  const isFile = answer === undefined && /^(image|application)\//.test(mediaType) && mediaType !== 'application/json'
  return [
    `curl${verb}${show}${isFile ? ' -O' : ''} ${/[?&]/.test(url) ? quoted(url) : url}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(json === undefined ? [] : ["-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(json))}`]),
    ...Object.entries(form ?? {}).map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`),
  ].join(' \\\n  ')
}

/** Example response: status, relevant header fields, body. */
export function exampleAnswer({
  status,
  answerHeaders = {},
  mediaType = 'application/json',
  answer,
}: OperationExample): string {
  const head = [`HTTP ${status}`, ...Object.entries(answerHeaders).map(([name, value]) => `${name}: ${value}`)]
  if (answer === undefined) return [...head, ...(status === 200 ? [`Content-Type: ${mediaType}`] : [])].join('\n')
  return [...head, '', typeof answer === 'string' ? answer.trimEnd() : JSON.stringify(answer, null, 2)].join('\n')
}

/** Marks extensions to the required interface. */
function ExtensionMark() {
  return (
    <span
      className="rounded-sm border border-line px-1.5 text-xs text-ink-2"
      title="Not part of the required interface"
    >
      extension
    </span>
  )
}

/** A request or response body: media type and the members of each variant. */
function SchemaBlock({ body: { mediaType, schema } }: { readonly body: BodyView }) {
  const { words, forms, open } = schema
  return (
    <>
      <p>
        <code>{mediaType}</code> {forms.length > 1 ? 'object, in one of these forms' : words}
        {open && ', further members allowed'}
      </p>
      {forms.map((members, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: forms have no names and never move
        <Fragment key={place}>
          {place > 0 && <p>or</p>}
          <MemberList members={members} />
        </Fragment>
      ))}
    </>
  )
}

/** Common error body and the meaning of each status. */
export function RefusalTable({ reference: { error, refusals } }: { readonly reference: ApiReference }) {
  const [members = []] = error.forms
  return (
    <div className="grid items-start gap-x-8 gap-y-3 wide:grid-cols-2">
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {refusals.map(({ status, description, headers, everywhere }) => (
          <div key={status} className="contents">
            <dt className="wire font-medium">
              {status}
              {everywhere && <span className="text-ink-3"> *</span>}
            </dt>
            <dd className="text-ink-2">
              {description}
              {headers.length > 0 && <span className="text-ink-3">; with {headers.join(', ')}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-2 text-sm">
        <p className="text-ink-2">
          * Possible for every operation; the others are listed where they apply. The body is always{' '}
          <code>application/json</code> with these members, and possibly more:
        </p>
        <MemberList members={members} />
      </div>
    </div>
  )
}
