import { mayReadEvidence } from '@/lib/queries/evidence-access'
import { workbenchById } from '@/lib/queries/workbenches'
import { closed, revisionAnswer } from '../../../responses'

interface RouteContext {
  readonly params: Promise<{ readonly workbenchId: string }>
}

/** Polled every second by an open page of a workbench: has anything changed? */
export async function GET(_request: Request, { params }: RouteContext): Promise<Response> {
  if (!(await mayReadEvidence())) return closed()
  return revisionAnswer((await workbenchById((await params).workbenchId))?.revision ?? null)
}
