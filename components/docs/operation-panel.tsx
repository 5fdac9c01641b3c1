import type { AnswerView, BodyView, OperationView } from '@/lib/queries/api-reference'
import { Panel } from '../ui/panel'
import { ExtensionMark } from './extension-mark'
import { MemberList } from './member-list'
import { SchemaWords } from './schema-words'

/** One operation: how it is called, what it takes, and every possible response. */
export function OperationPanel({ operation }: { readonly operation: OperationView }) {
  const { id, method, path, summary, extension, access, parameters, requests, answers } = operation
  return (
    <Panel labelledBy={id} className="mt-4 scroll-mt-[calc(var(--bar)+16px)]">
      <div className="border-b border-line px-4 py-3">
        <h3 id={id} className="wire scroll-mt-[calc(var(--bar)+16px)] text-sm break-all">
          <span className="text-ink-3">{method}</span> {path}
        </h3>
        <p className="mt-1 flex flex-wrap items-baseline gap-x-3 text-sm text-ink-2">
          {summary}
          {extension && <ExtensionMark />}
        </p>
        {access !== null && <p className="mt-1 text-xs text-ink-3">Needs: {access}.</p>}
      </div>
      <div className="grid gap-5 px-4 py-3 wide:grid-cols-2">
        <div className="grid content-start gap-4">
          <h4 className="text-xs font-[550] text-ink-3">Request</h4>
          {parameters.length > 0 && <MemberList members={parameters} />}
          {requests.map((body) => (
            <Body key={body.mediaType} body={body} />
          ))}
          {parameters.length === 0 && requests.length === 0 && <p className="text-sm text-ink-2">No parameters.</p>}
        </div>
        <div className="grid content-start gap-2">
          <h4 className="text-xs font-[550] text-ink-3">Answers</h4>
          <ul className="grid text-sm">
            {answers.map((answer) => (
              <Answer key={answer.status} answer={answer} />
            ))}
          </ul>
        </div>
      </div>
    </Panel>
  )
}

function Body({ body: { mediaType, schema } }: { readonly body: BodyView }) {
  return (
    <div className="text-sm">
      <p className="flex flex-wrap gap-x-3">
        <code>{mediaType}</code>
        <SchemaWords schema={schema} />
      </p>
      {schema.members.length > 0 && <MemberList members={schema.members} open={schema.open} />}
    </div>
  )
}

function Answer({ answer: { status, description, headers, bodies } }: { readonly answer: AnswerView }) {
  return (
    <li className="grid grid-cols-[44px_minmax(0,1fr)] gap-x-2 border-t border-line py-1.5 first:border-t-0">
      <span className="wire font-medium">{status}</span>
      <span>
        {description}
        {headers.length > 0 && <span className="text-xs text-ink-3"> with {headers.join(', ')}</span>}
        {bodies.map((body) => (
          <span key={body.mediaType} className="block text-xs">
            <code>{body.mediaType}</code> <SchemaWords schema={body.schema} />
          </span>
        ))}
      </span>
    </li>
  )
}
