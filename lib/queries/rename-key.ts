import 'server-only'
import { toBase64url } from '@/lib/core/shared/values/base64url'
import { container } from '@/lib/server/container'

/**
 * A secret by which a browser may change the names of its runs, and the digest that they are started with. Made here, because a
 * page without TLS cannot compute one.
 */
export function newRenameKey(): { readonly secret: string; readonly digest: string } {
  const { random, sha256 } = container().ports
  const secret = toBase64url(random(32))
  return { secret, digest: toBase64url(sha256(secret)) }
}
