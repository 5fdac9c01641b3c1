import type { BoundedProblems } from '../../../shared/http/problem-words'
import { isObject, type JsonObject } from '../../../shared/values/json'
import type { RequestProblem } from '../request/request-problem'

const inRequest = '/presentation_request/client_metadata'

/**
 * Problems of metadata that the member `client_metadata` of a body merged into ours: they stand there, and nothing of it was
 * left out. The same for a body that has them in `presentation_request`.
 */
export function atClientMetadata(
  problems: BoundedProblems<RequestProblem>,
  { client_metadata: merged, presentation_request: request }: JsonObject,
): BoundedProblems<RequestProblem> {
  if (!isObject(merged) || (isObject(request) && Object.hasOwn(request, 'client_metadata'))) return problems
  const isFilledIn = ({ code, pointer }: RequestProblem): boolean =>
    code === 'member_filled_in' && pointer.startsWith(`${inRequest}/`)
  const filledIn = problems.listed.filter(isFilledIn)
  return {
    ...problems,
    listed: problems.listed
      .filter((one) => !isFilledIn(one))
      .map((one) =>
        one.pointer === inRequest || one.pointer.startsWith(`${inRequest}/`)
          ? { ...one, pointer: one.pointer.slice('/presentation_request'.length) }
          : one,
      ),
    counts: { ...problems.counts, note: problems.counts.note - filledIn.length },
  }
}
