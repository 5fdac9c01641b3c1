import { renderedPaths } from '@/lib/rendered-paths'
import { runReferenceByForm } from '../../../reference-run'

interface RouteContext {
  readonly params: Promise<{ readonly workbenchId: string }>
}

/** Runs the reference wallet with the settings of a session of this workbench, outside of its list. */
export async function POST(request: Request, { params }: RouteContext): Promise<Response> {
  const { workbenchId } = await params
  return runReferenceByForm(request, (comparison) =>
    renderedPaths.ofWorkbench(workbenchId, { ...comparison, tab: 'diff' }),
  )
}
