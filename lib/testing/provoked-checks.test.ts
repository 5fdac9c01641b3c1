import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { protocolOf } from '@/lib/core/engine/checks/check-groups'
import { checkById, checkRegistry } from '@/lib/core/wings'
import { notProvokable } from '@/lib/wallet/misbehaviours/issuer/not-provokable'
import { misbehaviours } from '@/lib/wallet/misbehaviours/issuer/registry'
import { checkIdOf } from '@/lib/wallet/misbehaviours/misbehaviour'
import { presentationNotProvokable } from '@/lib/wallet/misbehaviours/verifier/not-provokable'
import { presentationMisbehaviours } from '@/lib/wallet/misbehaviours/verifier/registry'

/** Of each half: what its wallet misbehaves at, what it says it cannot, and the folder of both. */
const halves = {
  vci: { aimedAt: misbehaviours.map(checkIdOf), excused: notProvokable, folder: 'lib/wallet/misbehaviours/issuer' },
  vp: {
    aimedAt: presentationMisbehaviours.map(checkIdOf),
    excused: presentationNotProvokable,
    folder: 'lib/wallet/misbehaviours/verifier',
  },
} as const

/** The files of a folder that hold misbehaviours of the area of a check; all of the folder if none does. */
function filesFor(id: string, folder: string): string {
  const area = id.split('.').slice(0, 2).join('.')
  const beside = readdirSync(folder)
    .filter((file) => !/\.test\.ts$|^not-provokable\.ts$/.test(file))
    .filter((file) => readFileSync(`${folder}/${file}`, 'utf8').includes(`id: '${area}.`))
  return beside.length === 0 ? `a file of ${folder}` : beside.map((file) => `${folder}/${file}`).join(' or ')
}

describe.each(Object.entries(halves))('the reference wallet and the checks of %s', (protocol, half) => {
  const { aimedAt, excused, folder } = half
  const ids = checkRegistry.filter(({ group }) => protocolOf(group) === protocol).map(({ id }) => id)

  it('break every check, or say why one cannot be broken', () => {
    const provoked = new Set<string>(aimedAt)
    expect(
      ids
        .filter((id) => !provoked.has(id) && !Object.hasOwn(excused, id))
        .map(
          (id) =>
            `${id}: add a misbehaviour to ${filesFor(id, folder)}, or to ${folder}/not-provokable.ts why none can be`,
        ),
    ).toEqual([])
  })

  it('know the same checks', () => {
    const unknown = (names: readonly string[]) => names.filter((id) => checkById(id) === null)
    expect(unknown(aimedAt).map((id) => `${id}: no check has the id of this misbehaviour in ${folder}`)).toEqual([])
    expect(unknown(Object.keys(excused)).map((id) => `${id}: ${folder}/not-provokable.ts names no check`)).toEqual([])
  })
})
