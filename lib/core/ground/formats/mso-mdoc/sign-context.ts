import type { Signer } from '../../ports/ports'
import type { MdocContext } from './mdoc-library'

/** What the library needs to sign: it hands in bytes and gets r and s back. Nothing else of it is used to issue. */
export const signContext = (signer: Signer): Pick<MdocContext, 'cose'> => ({
  cose: {
    sign1: {
      sign: ({ toBeSigned }) => signer.sign(toBeSigned),
      verify: () => unused('verify'),
    },
    mac0: { sign: () => unused('mac'), verify: () => unused('mac') },
  },
})

function unused(what: string): never {
  throw new Error(`Issuing an mdoc does not ${what}.`)
}
