import { expect, it } from 'vitest'
import { newestEdition } from '@/lib/core/campaigns/official-cases/editions'
import { isDecidable } from '@/lib/core/campaigns/official-cases/official-case'
import { misbehaviours } from '@/lib/wallet/misbehaviours/issuer/registry'
import { checkIdOf } from '@/lib/wallet/misbehaviours/misbehaviour'
import { presentationMisbehaviours } from '@/lib/wallet/misbehaviours/verifier/registry'

/** Every check that a deliberate misbehaviour of the reference wallet breaks on the wire. */
const broken = new Set<string>([...misbehaviours.map(checkIdOf), ...presentationMisbehaviours.map(checkIdOf)])

/** A wallet that never responds leaves it open: nothing shows that its platform has the interface at all. */
const leftOpen = ['WS_RP_IA_Engagement_002']

it('has a deliberate misbehaviour of the reference wallet for each case of the newest edition but one', () => {
  const left = newestEdition.cases.filter(isDecidable).filter(({ checks }) => !checks.some((id) => broken.has(id)))
  expect(left.map(({ id }) => id)).toEqual(leftOpen)
})

it('has a careless form for what an issuer gets wrong on purpose in each case that is about that', () => {
  const names = newestEdition.cases
    .filter(({ side, id }) => side === 'issuance' && id.endsWith('_UF'))
    .map(({ preset }) => preset?.split('.')[1] ?? '')
  expect(names.length).toBeGreaterThan(3)
  expect(names.filter((name) => !misbehaviours.some(({ id }) => id.endsWith(`.refused~${name}`)))).toEqual([])
})
