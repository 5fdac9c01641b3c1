import { z } from 'zod'
import type { KeptMutations } from '../../shared/ports/session-options'
import type { StoredEvent } from '../../shared/ports/store-types'

const zApplied = z.object({
  target: z.string(),
  differences: z.array(z.looseObject({ pointer: z.string() })),
  left_out: z.array(z.object({ code: z.string(), pointer: z.string() })),
})

/**
 * A session's mutations as its wallet got them: of responses that were samples when the tester asked, the first real one
 * tells where it differs, and which operations did not apply to it.
 */
export function deliveredMutations(kept: KeptMutations, events: readonly StoredEvent[]): KeptMutations {
  const applied = events.flatMap(({ type, detail }) => {
    const read = type === 'mutations_applied' ? zApplied.safeParse(detail) : null
    return read?.success ? [read.data] : []
  })
  const firsts = applied.filter(({ target }, at) => applied.findIndex((one) => one.target === target) === at)
  const isReal = (target: string) => firsts.some((one) => one.target === target)
  const real = firsts.flatMap(({ target, differences }) => differences.map((one) => ({ target, ...one })))
  const leftOut = firsts.flatMap(({ left_out }) => left_out)
  const { problems: _, ...shown } = kept
  return {
    ...shown,
    differences: [...kept.differences.filter(({ target }) => !isReal(target)), ...real] as KeptMutations['differences'],
    ...(leftOut.length === 0 ? {} : { left_out: leftOut }),
  }
}

/** What a tester is told of operations that did not apply; empty without any. */
export const leftOutWarning = ({ left_out: leftOut = [] }: Pick<KeptMutations, 'left_out'>): string[] =>
  leftOut.length === 0
    ? []
    : [
        `Left out: ${leftOut.map(({ pointer, code }) => `${pointer} (${code})`).join(', ')}. ${leftOut.length === 1 ? 'It' : 'They'} did not apply to what was sent.`,
      ]
