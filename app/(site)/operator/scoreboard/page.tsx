import type { Metadata } from 'next'
import { AggregationRuns, latestRun, ScheduleList } from '@/components/operator/aggregation'
import { FormProblem, KeyForm } from '@/components/operator/key-form'
import { buttonClass } from '@/components/ui/button-class'
import { Panel } from '@/components/ui/panel'
import { paths } from '@/lib/paths'
import { operatorView } from '@/lib/queries/operator'

export const metadata: Metadata = { title: 'Operating the scoreboard', robots: { index: false } }

interface OperatorPageProps {
  readonly searchParams: Promise<{ readonly problem?: string | readonly string[] }>
}

export default async function OperatorPage({ searchParams }: OperatorPageProps) {
  const [{ problem }, view] = await Promise.all([searchParams, operatorView()])
  const now = Date.now()
  return (
    <div className="mx-auto grid max-w-[1176px] gap-4 px-4 md:px-6">
      <div className="flex flex-wrap items-end gap-4 pt-6">
        <div className="mr-auto">
          <h1 className="text-2xl">Operating the scoreboard</h1>
          <p className="mt-1 text-ink-2">Aggregations combine the runs of all organisations into the public rows.</p>
        </div>
        {view !== null && (
          <a className={buttonClass()} href={paths.organizationPipelines()}>
            Pipelines
          </a>
        )}
        {view !== null && (
          <form method="post" action={paths.leaveOperator()}>
            <input type="hidden" name="form_token" value={view.formToken} />
            <button type="submit" className={buttonClass()}>
              Sign out
            </button>
          </form>
        )}
      </div>
      {typeof problem === 'string' && <FormProblem code={problem} />}
      {view === null ? (
        <KeyForm />
      ) : (
        <>
          <Panel labelledBy="schedules" className="p-4 md:p-5">
            <h2 id="schedules" className="mb-3 text-lg">
              Start
            </h2>
            <ScheduleList
              schedules={view.schedules}
              formToken={view.formToken}
              latest={latestRun(view.runs)}
              now={now}
            />
          </Panel>
          <Panel labelledBy="runs" className="p-4 md:p-5">
            <h2 id="runs" className="mb-3 text-lg">
              Latest aggregations
            </h2>
            <AggregationRuns runs={view.runs} now={now} />
          </Panel>
        </>
      )}
    </div>
  )
}
