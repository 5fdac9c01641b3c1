import { setTimeout as delay } from 'node:timers/promises'
import { msToTs } from '@temporalio/common/lib/time.js'
import type { NativeConnection } from '@temporalio/worker'
import type { AggregationStore } from '@/lib/core/scoreboard/aggregation-store'
import { retentionDays } from '@/lib/core/scoreboard/aggregation-workflow'

const dayMillis = 86_400_000
const [rememberedMillis, rememberedMillisMax] = [250, 15_000]
/** The gRPC statuses NOT_FOUND and ALREADY_EXISTS. */
const [notFound, alreadyExists] = [5, 6]
/** PERMISSION_DENIED and UNIMPLEMENTED: hosted clusters keep namespaces for their own interface. */
const forbidden = [7, 12]
/** How many namespaces a warning names. */
const warnedMax = 20
/** The services that registering a namespace needs, from a worker's or a client's connection. */
type Services = Pick<NativeConnection, 'workflowService' | 'operatorService'>

const hasCode = (error: unknown, code: number): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** Temporal's numeric attribute types. */
const [keyword, keywordList] = [2, 7]

/**
 * Search attributes for finding an organisation's executions in Temporal. Temporal defines them per namespace, so each
 * namespace gets its own.
 */
const searchAttributes = { PipelineIdentifier: keyword, RunnerIdentifiers: keywordList, TriggerType: keyword }

/** Warns with a message and the namespaces that it is about. */
type Warn = (message: string, facts: { readonly namespaces: readonly string[] }) => void

/**
 * Registers a namespace for every organisation that has none yet, and marks it. Where the cluster lets nobody register
 * one by this interface, those that exist are used, and `warn` hears once of the others. Safe to run in several
 * processes at once.
 */
export function createProvision(connection: Services, store: AggregationStore, warn: Warn): () => Promise<void> {
  let hasWarned = false
  return async () => {
    const absent: string[] = []
    for (const { id, namespace } of await store.pendingNamespaces()) {
      const problem = await registerOrSayWhyNot(connection, namespace).catch(() => 'Temporal did not respond.')
      if (problem === forbiddenWords) absent.push(namespace)
      // The next aggregation retries one that failed.
      await store.markNamespace(id, problem === null ? 'ready' : 'failed', problem ?? '')
    }
    if (absent.length === 0 || hasWarned) return
    hasWarned = true
    warn(
      'This Temporal lets the service register no namespaces. It uses those that exist, and looks for the others with each aggregation.',
      { namespaces: absent.slice(0, warnedMax) },
    )
  }
}

/** The cluster has no such namespace, and lets nobody register it by this interface. */
class NamespaceForbidden extends Error {
  constructor(namespace: string, cause: unknown) {
    super(`Temporal has no namespace ${namespace}, and does not let the service register it.`, { cause })
    this.name = 'NamespaceForbidden'
  }
}

const forbiddenWords =
  'The cluster has no such namespace that it shows this service, and lets it register none: register it there.'

/** Why a cluster refuses to register a namespace, by gRPC status. Other statuses mean that it did not respond properly. */
const refusals: Readonly<Record<number, string>> = {
  3: 'Temporal does not take this name for a namespace.',
  16: 'The cluster does not know this service: its certificate or key is wrong.',
}

/** Registers a namespace. Returns why the cluster refuses it, `null` if it is there; throws if it does not respond. */
export async function registerOrSayWhyNot(connection: Services, namespace: string): Promise<string | null> {
  try {
    await registerNamespace(connection, namespace)
    return null
  } catch (error) {
    if (error instanceof NamespaceForbidden) return forbiddenWords
    const code = error instanceof Error && 'code' in error ? Number(error.code) : Number.NaN
    const why = refusals[code]
    if (why === undefined) throw error
    return why
  }
}

/**
 * Registers a namespace again that Temporal no longer has, because it lost its data or is a different server. Otherwise
 * does nothing.
 */
export async function ensureNamespace(connection: Services, namespace: string): Promise<void> {
  try {
    await connection.workflowService.describeNamespace({ namespace })
    return
  } catch (error) {
    if (!hasCode(error, notFound)) throw error
  }
  // Temporal caches for a few seconds that a namespace does not exist.
  for (const until = Date.now() + rememberedMillisMax; ; await delay(rememberedMillis))
    try {
      await registerNamespace(connection, namespace)
      return
    } catch (error) {
      if (!hasCode(error, notFound) || Date.now() > until) throw error
    }
}

async function registerNamespace(connection: Services, namespace: string): Promise<void> {
  const registering = connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: msToTs(retentionDays * dayMillis),
  })
  const refusal = await unless(registering, [alreadyExists, ...forbidden])
  // Who may register no namespace may often not change one either: then its attributes are made by its owner.
  const adding = connection.operatorService.addSearchAttributes({ namespace, searchAttributes })
  await unless(adding, refusal === null ? [alreadyExists] : [alreadyExists, ...forbidden])
  const isForbidden = refusal !== null && forbidden.some((code) => hasCode(refusal, code))
  try {
    await connection.workflowService.describeNamespace({ namespace })
  } catch (error) {
    // A hosted cluster does not say whether a namespace that we may not see exists.
    if (isForbidden && [notFound, ...forbidden].some((code) => hasCode(error, code)))
      throw new NamespaceForbidden(namespace, refusal)
    throw error
  }
}

/** The error of a call, if it has one of these gRPC statuses; `null` if the call succeeds. */
async function unless(work: Promise<unknown>, codes: readonly number[]): Promise<unknown> {
  try {
    await work
    return null
  } catch (error) {
    if (!codes.some((code) => hasCode(error, code))) throw error
    return error
  }
}
