import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { protocolOf } from '@/lib/core/engine/checks/check-groups'
import { checkById, checkRegistry } from '@/lib/core/issuer-and-verifier'
import { misbehaviours, notProvokable } from '@/lib/wallet/misbehaviours/issuer/registry'
import { checkIdOf } from '@/lib/wallet/misbehaviours/misbehaviour'
import { presentationMisbehaviours, presentationNotProvokable } from '@/lib/wallet/misbehaviours/verifier/registry'

/** For each half: the wallet's misbehaviours, what it says it cannot provoke, and the folder of both. */
const halves = {
  vci: { aimedAt: misbehaviours.map(checkIdOf), excused: notProvokable, folder: 'lib/wallet/misbehaviours/issuer' },
  vp: {
    aimedAt: presentationMisbehaviours.map(checkIdOf),
    excused: presentationNotProvokable,
    folder: 'lib/wallet/misbehaviours/verifier',
  },
} as const

/** The file of a folder that names the most checks of the same area; the folder if none does. */
function fileFor(id: string, folder: string): string {
  const area = `'${id.split('.').slice(0, 2).join('.')}.`
  const [most] = readdirSync(folder)
    .filter((file) => !/\.test\.ts$|^registry\.ts$/.test(file))
    .map((file) => ({ file, named: readFileSync(`${folder}/${file}`, 'utf8').split(area).length - 1 }))
    .sort((one, other) => other.named - one.named)
  return most === undefined || most.named === 0 ? `a file of ${folder}` : `${folder}/${most.file}`
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
          (id) => `${id}: add a misbehaviour to ${fileFor(id, folder)}, or to ${folder}/registry.ts why none can be`,
        ),
    ).toEqual([])
  })

  it('know the same checks', () => {
    const unknown = (names: readonly string[]) => names.filter((id) => checkById(id) === null)
    expect(unknown(aimedAt).map((id) => `${id}: no check has the id of this misbehaviour in ${folder}`)).toEqual([])
    expect(unknown(Object.keys(excused)).map((id) => `${id}: ${folder}/registry.ts names no check`)).toEqual([])
  })
})
