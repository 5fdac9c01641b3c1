import { Fragment } from 'react'
import type { BodyView, OperationView } from '@/lib/queries/api-reference'
import { CopyButton } from '../ui/copy-button'
import { MemberList } from './member-list'

interface OperationDetailsProps {
  readonly operation: OperationView
  readonly baseUrl: string
}

/** One operation on a line. Expanded, it describes request and response with an example of each. */
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
      {/* Browsers expand a collapsed part whose content the fragment points to. */}
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
        </div>
      </div>
    </details>
  )
}

type OperationExample = OperationView['example']

/** Inside single quotes, a shell has only one special character. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The command that sends the request of an example. */
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

/** The answer of an example: its status, the header fields that matter, its body. */
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

/** Marks our extensions to the required interface. */
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

/** A body: its media type and the members of each of its forms. */
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
