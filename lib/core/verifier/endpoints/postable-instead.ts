import type { RequestContext } from '../../engine/endpoints/request-context'
import { isProtocolError, ProtocolError } from '../../shared/ports/errors'
import { utf8 } from '../../shared/values/base64url'
import { isObject, type JsonObject } from '../../shared/values/json'

/** Makes the session of a body without storing it; rejects where it is refused. */
type TryToMake = (context: RequestContext) => Promise<unknown>

/** What came of a body that an answer proposes: each is tried once. */
function createTrial(context: RequestContext, make: TryToMake): (body: unknown) => Promise<boolean> {
  const tried = new Map<string, Promise<boolean>>()
  return (body) => {
    const text = JSON.stringify(body)
    const known = tried.get(text) ?? isMade(text, context, make)
    tried.set(text, known)
    return known
  }
}

async function isMade(text: string, context: RequestContext, make: TryToMake): Promise<boolean> {
  try {
    await make({ ...context, exchange: { ...context.exchange, body: utf8(text) } })
    return true
  } catch (error) {
    if (!isProtocolError(error)) throw error
    return false
  }
}

/** A refusal whose `instead` can be posted as it is; others lose theirs. Any other error stays as it is. */
export async function withPostableInstead(error: unknown, context: RequestContext, make: TryToMake): Promise<unknown> {
  if (!isProtocolError(error) || !Array.isArray(error.members.errors)) return error
  const isPostable = createTrial(context, make)
  const { errors, ...members } = error.members
  const checked = []
  for (const one of errors as readonly JsonObject[]) checked.push(await postable(one, isPostable))
  return new ProtocolError(
    error.code,
    error.description,
    { ...(await postable(members as JsonObject, isPostable)), errors: checked },
    error.headers,
  )
}

/** Problems of a request that is sent, of which those have `instead` where it can be posted. */
export async function problemsWithPostable(
  problems: readonly JsonObject[],
  context: RequestContext,
  make: TryToMake,
): Promise<readonly JsonObject[]> {
  const isPostable = createTrial(context, make)
  const checked = []
  for (const one of problems) checked.push(await postable(one, isPostable))
  return checked
}

async function postable(problem: JsonObject, isPostable: (body: unknown) => Promise<boolean>): Promise<JsonObject> {
  const { instead, ...rest } = problem
  return !isObject(instead) || (await isPostable(instead)) ? problem : rest
}
