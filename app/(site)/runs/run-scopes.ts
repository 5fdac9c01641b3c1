import type { RunScope } from '@/components/runs/run-scopes'
import { paths } from '@/lib/paths'
import { mayListAll } from '@/lib/queries/evidence-access'
import { knownWorkbenches } from '@/lib/queries/workbenches'
import { renderedPaths } from '@/lib/rendered-paths'

/** What in the address of the page asks for the runs of this browser, where all would be shown. */
export const ownScope = 'own'

/**
 * The lists that a visitor may open: of this browser, of each workbench that it knows, and of all for who holds the
 * operator token.
 * @param shown the list that is shown: `own`, `all`, or the id of a workbench
 * @param title what the shown workbench is called
 */
export async function runScopes(
  fields: Pick<Headers, 'get'>,
  shown: string,
  title: string | null = null,
): Promise<readonly RunScope[]> {
  const [known, isOperator] = await Promise.all([knownWorkbenches(fields), mayListAll()])
  const isKnown = title === null || known.some(({ id }) => id === shown)
  const workbenches = isKnown ? known : [{ id: shown, title }, ...known]
  const all = { title: 'All', href: paths.runs(), isShown: shown === 'all' }
  return [
    { title: 'This browser', href: paths.runs(isOperator ? `?scope=${ownScope}` : ''), isShown: shown === ownScope },
    ...workbenches.map(({ id, title }) => ({
      title,
      href: renderedPaths.runsOfWorkbench(id),
      isShown: id === shown,
    })),
    ...(isOperator ? [all] : []),
  ]
}
