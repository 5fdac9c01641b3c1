import type { ConformanceEntry } from '@/lib/core/engine/evidence/session-view'
import { checkRegistry } from '@/lib/core/issuer-and-verifier'

/** Every pair of a check and what it explains, as `id -> target`, of one half: `vci` or `vp`. */
export const declaredPairs = (half: string): string[] => [
  ...new Set(
    checkRegistry
      .filter(({ id }) => id.startsWith(`${half}.`))
      .flatMap(({ id, reasons }) =>
        Object.values(reasons).flatMap(({ explains = [] }) => explains.map((target) => `${id} -> ${target}`)),
      ),
  ),
]

/** The pairs of which both failed in one exchange of a session. */
export function pairsIn({
  checks,
}: {
  readonly checks: { readonly conformance: readonly ConformanceEntry[] }
}): string[] {
  const deviating = checks.conformance.filter(({ status }) => status === 'fail' || status === 'warn')
  return deviating.flatMap((one) => {
    const check = checkRegistry.find(({ id }) => id === one.id)
    const reason = check?.reasons[one.reason?.split('#')[1] ?? ''] ?? Object.values(check?.reasons ?? {})[0]
    return (reason?.explains ?? [])
      .filter((target) => deviating.some((other) => other.exchange_id === one.exchange_id && isNamed(target, other)))
      .map((target) => `${one.id} -> ${target}`)
  })
}

const isNamed = (target: string, { id, reason }: ConformanceEntry) => target === id || target === reason
