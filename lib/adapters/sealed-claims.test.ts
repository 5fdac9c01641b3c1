import { expect, it } from 'vitest'
import { completeLaboratory, zLaboratoryOptions } from '@/lib/core/issuer/configurations/laboratory/laboratory-options'
import type { Store } from '@/lib/core/shared/ports/store'
import { sampleLaboratory, sampleSession, sampleStart } from '@/lib/testing/store-samples'
import { createMemoryStore } from './memory/memory-store'
import { withSealedClaims } from './sealed-claims'

const [key, otherKey] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]
const types = (claims: object) =>
  completeLaboratory(zLaboratoryOptions.parse({ credentials: [{ id: 'card', format: 'dc+sd-jwt', claims }] }))
const commitOf = (session: ReturnType<typeof sampleSession>) => ({ session, events: [], effects: [] })

/** Storage, a session with a type of its own that was written through the seal, and what storage itself has of it. */
async function keep() {
  const inner = createMemoryStore({ now: () => sampleStart, ledgerSize: 10 })
  const session = sampleSession({ laboratory: { ...sampleLaboratory(), options: types({ name: 'Quillfern' }) } })
  await withSealedClaims(inner, key).commit(commitOf(session))
  return { inner, session, kept: await inner.session(session.sessionId) }
}

it('gives a session as it was written, and lets storage see no claim of it', async () => {
  const { inner, session, kept } = await keep()
  const outer = withSealedClaims(inner, key)
  expect(await outer.session(session.sessionId)).toEqual(session)
  expect(await outer.sessionByOffer(session.credentialOfferId)).toEqual(session)
  expect(await outer.assuming().session(session.sessionId)).toEqual(session)
  expect(JSON.stringify(kept)).toContain('"card"')
  expect(JSON.stringify(kept)).not.toMatch(/Quillfern|"name"/)
})

it('opens a session once that storage gives several times', async () => {
  const { inner, session, kept } = await keep()
  const giving: Store = { ...inner, session: async () => kept }
  const outer = withSealedClaims(giving, key)
  expect(await outer.session(session.sessionId)).toBe(await outer.session(session.sessionId))
})

it('seals the claims of the same type differently each time', async () => {
  const [first, second] = await Promise.all([keep(), keep()])
  const claims = ({ kept }: Awaited<ReturnType<typeof keep>>) => /"claims":"([^"]+)"/.exec(JSON.stringify(kept))?.[1]
  expect(claims(first)).toMatch(/^[\w-]+$/)
  expect(claims(first)).not.toBe(claims(second))
})

it('gives a type without claims where the key is another one', async () => {
  const { inner, session } = await keep()
  const found = await withSealedClaims(inner, otherKey).session(session.sessionId)
  expect(found).toMatchObject({ laboratory: { options: { credentials: [{ id: 'card', claims: {} }] } } })
})

it('gives the claims of a session that was stored before claims were sealed', async () => {
  const inner = createMemoryStore({ now: () => sampleStart, ledgerSize: 10 })
  const session = sampleSession({ laboratory: { ...sampleLaboratory(), options: types({ name: 'Quillfern' }) } })
  await inner.commit(commitOf(session))
  expect(await withSealedClaims(inner, key).session(session.sessionId)).toEqual(session)
})

it('leaves every other session as it is', async () => {
  const inner = createMemoryStore({ now: () => sampleStart, ledgerSize: 10 })
  const outer = withSealedClaims(inner, key)
  for (const session of [sampleSession(), sampleSession({ laboratory: sampleLaboratory() })]) {
    await outer.commit(commitOf(session))
    expect(await inner.session(session.sessionId)).toEqual(session)
    expect(await outer.session(session.sessionId)).toEqual(session)
  }
})
