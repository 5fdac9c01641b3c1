import type { ConformanceStatement, methods } from './z-statement'

type Counted = Pick<
  ConformanceStatement['cases'][number],
  'method' | 'result' | 'population' | 'relevancy' | 'review_needed' | 'contradicted_by' | 'failed_check' | 'remark'
>

/** Counts the cases of a statement from the statement alone, so that anyone who holds one can recount. */
export function countStatement(cases: readonly Counted[]): ConformanceStatement['counts'] {
  const own = cases.filter(({ population, relevancy }) => population === 'wallet' && relevancy === 'required')
  const reviewed = own.filter(({ review_needed }) => !review_needed)
  const agreeing = reviewed.filter(({ contradicted_by }) => contradicted_by.length === 0)
  // What failed by a check that asks more than the case does is counted apart.
  const counted = agreeing.filter(({ result, remark }) => result !== 'failed' || remark !== 'stricter')
  const { passed, failed, inconclusive, not_run } = byResult(counted)
  const byMethod = (wanted: (typeof methods)[number]) => byResult(cases.filter(({ method }) => method === wanted))
  const has = (wanted: (typeof methods)[number]) => cases.some(({ method }) => method === wanted)
  const toldBy = (wanted: (typeof methods)[number]) => counted.filter(({ method }) => method === wanted).length
  const [byDriver, unrecorded] = [toldBy('driver'), toldBy('told')]
  return {
    cases: cases.length,
    machine: byMethod('machine'),
    machine_silence: byMethod('machine_silence'),
    person: byMethod('person'),
    // Absent if zero, as in statements from before the distinction, so that a recount gives the same.
    ...(has('driver') ? { driver: byMethod('driver') } : {}),
    ...(has('told') ? { told: byMethod('told') } : {}),
    none: byMethod('none'),
    headline: {
      of: passed + failed + inconclusive + not_run,
      passed,
      failed,
      causes: new Set(counted.flatMap(({ result, failed_check }) => (result === 'failed' ? (failed_check ?? []) : [])))
        .size,
      inconclusive,
      not_run,
      code: counted.filter(({ result, remark }) => result === 'passed' && remark === 'code').length,
      told: toldBy('person'),
      ...(byDriver === 0 ? {} : { told_by_driver: byDriver }),
      ...(unrecorded === 0 ? {} : { told_unrecorded: unrecorded }),
      ...(agreeing.length === counted.length ? {} : { stricter: agreeing.length - counted.length }),
      contradicted: reviewed.length - agreeing.length,
      review_needed: own.length - reviewed.length,
    },
  }
}

function byResult(cases: readonly Pick<Counted, 'result'>[]) {
  const of = (wanted: Counted['result']) => cases.filter(({ result }) => result === wanted).length
  return {
    passed: of('passed'),
    failed: of('failed'),
    inconclusive: of('inconclusive'),
    not_applicable: of('not_applicable'),
    not_run: of('not_run'),
    manual: of('manual'),
    out: of('out'),
  }
}
