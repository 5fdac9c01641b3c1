import { runnerTypeWords } from '@/lib/core/scoreboard/rows/row-words'
import { isObject } from '@/lib/core/shared/values/json'
import { reachOf } from '@/lib/core/shared/values/reach'
import { issuanceAddresses, paths, presentationAddresses } from '@/lib/paths'
import type { PipelineExecution, PipelineView } from '@/lib/queries/pipeline'
import type { RunWait } from '@/lib/queries/run-desk'
import { type RunStep, stepsOf } from '@/lib/queries/run-steps'
import { renderedPaths } from '@/lib/rendered-paths'
import { QrPanel, TransactionCode } from '../inspector/qr-panel'
import { ReachNote } from '../phone/phone-notes'
import { buttonClass } from '../ui/button-class'
import { CopyButton } from '../ui/copy-button'
import { Icon } from '../ui/icon'
import { LocalTime, RelativeTime, TimeLeft } from '../ui/time'
import { UnresolvedNames } from './execution-list'
import { nowWords, stepLook } from './run-words'

const key = '-H "X-Api-Key: $ADMIN_API_KEY"'

interface CommandProps {
  readonly command: string
  readonly what: string
}

/** A command to copy. It expects the admin key in a shell variable. */
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
  readonly origin: string
}

interface LinkProps extends OutsideProps {
  readonly deeplink: string
  /** Transaction code that the wallet asks for; `null` for none. */
  readonly txCode: string | null
}

/** The link that an external program opens, with its transaction code, and the command that fetches both. */
function LinkWait({ executionId, origin, deeplink, txCode }: LinkProps) {
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

/** Command by which an external program submits the result of its step. */
function ResultWait({ executionId, origin, step }: OutsideProps & { readonly step: string }) {
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

interface WalletWaitProps {
  readonly wait: RunWait & { readonly kind: 'wallet' }
  readonly origin: string
  /** Page title to prefix with the remaining time; `null` folds the panel because another run counts down. */
  readonly pageTitle: string | null
  /** Time of rendering, epoch milliseconds. */
  readonly now: number
}

/** QR code for the phone, time left, and other ways to open the link; hidden once a wallet has connected. */
function WalletWait({ wait, origin, pageTitle, now }: WalletWaitProps) {
  const { sessionKind, sessionId, deeplink, txCode, until, came } = wait
  const { page, opener } = sessionKind === 'issuance' ? issuanceAddresses(sessionId) : presentationAddresses(sessionId)
  const session = (
    <a className="link target" href={page()}>
      Open the session
    </a>
  )
  if (deeplink === null || came)
    return (
      <div className="grid gap-2 text-sm">
        <p>
          {came
            ? 'A wallet has come. The run goes on when its session has ended.'
            : 'The link has expired. The run ends when its wait does.'}
        </p>
        <p>{session}</p>
      </div>
    )
  const code = (
    <>
      <ReachNote {...reachOf(origin)} />
      <QrPanel
        deeplink={deeplink}
        opener={opener && `${origin}${opener}`}
        label="QR code of this run"
        shorter="Open it on this device, or copy it to the phone."
      />
      {txCode !== null && <TransactionCode code={txCode} />}
      <p className="text-sm">{session}</p>
    </>
  )
  if (pageTitle === null)
    return (
      <details className="max-w-[456px]">
        <summary className="chevron flex items-center text-sm">
          <span>
            QR code, until <LocalTime at={until} to="second" />
          </span>
        </summary>
        <div className="mt-3 grid gap-3">{code}</div>
      </details>
    )
  return (
    <div className="grid max-w-[456px] gap-3">
      <p className="text-sm">
        <TimeLeft
          until={until}
          before="Scan with the phone that holds the wallet. Time left:"
          title={pageTitle}
          now={now}
        />
      </p>
      {code}
    </div>
  )
}

/** Parts of a run that only the operator sees. */
interface RunControls {
  readonly formToken: string
  /** What the run waits for; `null` if for nobody. */
  readonly wait: RunWait | null
  /** Whether cancellation was requested. */
  readonly isEnding: boolean
  /** Page title if this run counts down in the browser tab. */
  readonly pageTitle: string | null
}

interface RunItemProps {
  readonly run: PipelineExecution
  readonly pipeline: Pick<PipelineView, 'path' | 'definition' | 'origin'>
  /** `null` for visitors. */
  readonly controls: RunControls | null
  readonly now: number
}

/** An unfinished run: what it waits for, and the state of its steps. */
export function RunItem({ run, pipeline, controls, now }: RunItemProps) {
  const { id, type, runner_types: runners, started_at: started, steps } = run
  return (
    <li data-run={id} className="grid gap-3 border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <p className="min-w-0 font-[550] wrap-anywhere">{nowWords({ steps })}</p>
        <p className="flex flex-wrap gap-x-4 text-sm text-ink-2 md:mr-auto">
          <RelativeTime at={started} now={now} />
          <span>{type}</span>
          {runners.length > 0 && <bdi>{runners.map(runnerTypeWords).join(', ')}</bdi>}
        </p>
        {controls !== null &&
          (controls.isEnding ? (
            <p className="text-sm text-ink-2">It has been asked to end.</p>
          ) : (
            <form method="post" action={renderedPaths.cancelRun(pipeline.path)}>
              <input type="hidden" name="form_token" value={controls.formToken} />
              <input type="hidden" name="execution_id" value={id} />
              <button type="submit" className={buttonClass({ size: 'small' })} aria-label={`Cancel the run ${id}`}>
                Cancel
              </button>
            </form>
          ))}
      </div>
      <div className="grid items-start gap-x-6 gap-y-3 wide:grid-cols-2">
        <RunStepList steps={steps} definition={pipeline.definition} />
        {controls !== null && controls.wait !== null && (
          <Wait run={run} wait={controls.wait} origin={pipeline.origin} pageTitle={controls.pageTitle} now={now} />
        )}
      </div>
      <UnresolvedNames unresolved={run.unresolved} />
    </li>
  )
}

interface WaitProps {
  readonly run: PipelineExecution
  readonly wait: RunWait
  readonly origin: string
  readonly pageTitle: string | null
  readonly now: number
}

/** What a person has to do before the run can continue. */
function Wait({ run, wait, origin, pageTitle, now }: WaitProps) {
  switch (wait.kind) {
    case 'result':
      return <ResultWait executionId={run.id} origin={origin} step={wait.step} />
    case 'campaign':
      return (
        <p className="text-sm">
          <a className="link target" href={paths.campaign(wait.campaignId)}>
            Open the campaign
          </a>
          {', which shows the QR code of each session.'}
          {wait.asksForToken && ' It asks for the operator token.'}
        </p>
      )
    case 'wallet':
      return wait.deeplink !== null && run.runner_types.includes('external_ci') ? (
        <LinkWait executionId={run.id} origin={origin} deeplink={wait.deeplink} txCode={wait.txCode} />
      ) : (
        <WalletWait wait={wait} origin={origin} pageTitle={pageTitle} now={now} />
      )
  }
}

/** Steps from the definition, shown before the run has begun. */
function plannedSteps(definition: unknown): RunStep[] {
  const steps = isObject(definition) && Array.isArray(definition.steps) ? definition.steps.filter(isObject) : []
  return stepsOf(steps.map(({ id, kind }) => ({ id, kind, state: 'waiting' })))
}

interface RunStepListProps {
  readonly steps: readonly RunStep[]
  /** Source of the planned steps while none is known. */
  readonly definition: unknown
}

/** Steps of a run with their states. */
function RunStepList({ steps, definition }: RunStepListProps) {
  const shown = steps.length === 0 ? plannedSteps(definition) : steps
  return (
    <ol className="grid gap-x-6 gap-y-1 text-sm">
      {shown.map((step, place) => {
        const { icon, ink, words } = stepLook(step)
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a report may give two steps the same id, or none
            key={place}
            data-step={step.state}
            aria-current={step.state === 'running' ? 'step' : undefined}
            className="grid grid-cols-[16px_minmax(0,1fr)] items-start gap-2"
          >
            <Icon name={icon} className={`mt-[3px] size-3.5 ${ink}`} />
            <span className="flex min-w-0 flex-wrap gap-x-3 wrap-anywhere">
              <bdi className="font-[550]">{step.id}</bdi>
              {step.kind !== step.id && <bdi className="text-ink-2">{step.kind}</bdi>}
              <span className={ink}>{words}</span>
              {step.summary !== '' && <bdi className="w-full text-ink-2">{step.summary}</bdi>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
