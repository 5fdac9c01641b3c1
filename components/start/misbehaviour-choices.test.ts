import '@/lib/testing/pages-setup'
import { expect, it } from 'vitest'
import { allMisbehaviours } from '@/lib/queries/misbehaviours'
import { allVerifierMisbehaviours } from '@/lib/queries/verifier-misbehaviours'
import { brokenWallets } from '../landing/broken-wallets'
import { frequentOf } from './misbehaviour-choices'

const idsOf = (choices: readonly { readonly id: string }[]) => frequentOf(choices).map(({ id }) => id)

it('pickers begin with two mistakes that show best what a check is, and thirty frequent ones, all of which can be run', () => {
  const [issuance, presentation] = [idsOf(allMisbehaviours()), idsOf(allVerifierMisbehaviours())]
  expect([issuance[0], presentation[0]]).toEqual(['vci.dpop.htu', 'vp.kb.aud'])
  expect(idsOf([...allVerifierMisbehaviours(), ...allMisbehaviours()])).toHaveLength(32)
  expect([issuance.length, presentation.length]).toEqual([16, 16])
  expect(idsOf([{ id: 'vp.kb.exp_nbf' }])).toEqual([])
  for (const { id, kind } of brokenWallets) expect(kind === 'issuance' ? issuance : presentation).toContain(id)
})
