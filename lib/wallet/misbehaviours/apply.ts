import { attempts, nowSeconds, type Run } from '../run'
import type { StepName } from '../run-log'
import type { Patch, PatchContext } from './misbehaviour'

/** The context of a patch or a probe at this step. */
export function patchContext<Facts, Profile>(run: Run<Facts, Profile>, step: StepName): PatchContext<Facts, Profile> {
  const { facts, profile, log, random, newKey } = run
  return { facts, profile, log, random, newKey, attempt: attempts(run, step) + 1, now: nowSeconds(run) }
}

/** Applies the run's misbehaviour hook for this step, if any, and returns the draft. */
export function applyPatch<Draft extends object, Facts, Profile>(
  run: Run<Facts, Profile>,
  step: StepName,
  patch: Patch<Draft, Facts, Profile> | undefined,
  draft: Draft,
): Draft {
  if (patch !== undefined && patch.at === step) {
    const before = picture(draft)
    patch.change(draft, patchContext(run, step))
    if (picture(draft) !== before) run.misbehaving = true
  }
  return draft
}

/** Everything in a draft that can show on the wire, as text. A function is represented by its source. */
function picture(draft: object): string {
  return JSON.stringify(draft, (_name, value: unknown) => {
    if (value instanceof Map) return [...value]
    return typeof value === 'function' ? String(value) : value
  })
}
