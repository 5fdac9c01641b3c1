import type { Sha256, Spool, StatementSigner } from '../../shared/ports/ports'
import { fromIso } from '../../shared/time/time'
import { utf8 } from '../../shared/values/base64url'
import { ownFiles } from '../bundle/bounds'
import { bundleReadme, makeBundle } from '../bundle/make-bundle'
import type { PublicStatement } from '../statement/public-statement'

/** Maximum size in bytes: a statement of 5,000 cases has a third of it. */
const bytesMax = 8 * 1024 * 1024

/**
 * The archive of a public statement, signed by this installation: what `verify-report` and the page /verify read. Throws
 * BundleTooLarge.
 */
export async function signStatement(
  statement: PublicStatement,
  { rootPem, signer }: StatementSigner,
  { sha256 }: { readonly sha256: Sha256 },
): Promise<Uint8Array> {
  const { wallet, service, published, sessions, fcaf } = statement
  const madeAt = fromIso(published.at)
  if (madeAt === null) throw new TypeError('A statement is published at an instant.')
  const edition = fcaf.edition === undefined ? null : { id: fcaf.edition, complete: fcaf.complete ?? true }
  const readme = { wallet, edition, baseUrl: service.base_url, madeAt: published.at, sessions }
  const texts: Readonly<Record<(typeof ownFiles.published)[number], string>> = {
    'README.txt': bundleReadme({ kind: 'published', ...readme }),
    'statement.json': `${JSON.stringify(statement)}\n`,
    'root-ca.pem': rootPem,
  }
  const files = ownFiles.published.map((name) => ({ name, content: utf8(texts[name]) }))
  const spool = memorySpool()
  const input = { baseUrl: service.base_url, madeAt, signer, sha256, bytesMax, spool }
  await makeBundle([async () => files], input)
  return spool.bytes()
}

/** A statement has a few hundred kilobytes, so it needs no disk. */
function memorySpool(): Spool & { readonly bytes: () => Uint8Array } {
  const written: Uint8Array[] = []
  return {
    write: async (content) => void written.push(content),
    async chunks() {
      return (async function* read() {
        yield* written
      })()
    },
    discard: async () => undefined,
    bytes() {
      const all = new Uint8Array(written.reduce((sum, { length }) => sum + length, 0))
      let at = 0
      for (const piece of written) {
        all.set(piece, at)
        at += piece.length
      }
      return all
    },
  }
}
