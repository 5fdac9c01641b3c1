import type { OperationView } from '@/lib/queries/api-reference'
import { CopyButton } from '../ui/copy-button'
import { exampleAnswer, exampleCommand } from './example-text'
import { ExtensionMark } from './extension-mark'
import { MemberList } from './member-list'
import { SchemaBlock } from './schema-block'

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
