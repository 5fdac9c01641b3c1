import { mayReadEvidence } from '@/lib/queries/evidence-access'
import { workbenchByView } from '@/lib/queries/workbenches'
import { closed, revisionAnswer } from '../../../../responses'

interface RouteContext {
  readonly params: Promise<{ readonly viewId: string }>
}

/** Polled every second by an open page of a workbench: has anything changed? */
export async function GET(_request: Request, { params }: RouteContext): Promise<Response> {
  if (!(await mayReadEvidence())) return closed()
  return revisionAnswer((await workbenchByView((await params).viewId))?.revision ?? null)
}
