import type { BundleVerdict } from '@/lib/core/campaigns/bundle/verdict'
import { verifyBundle } from '@/lib/core/campaigns/bundle/verify-bundle'

/** Verifies a chosen file in this browser, piece by piece. Throws RangeError if a root is not a certificate. */
export const verifyFile = (
  file: File,
  { roots, progress }: { readonly roots: readonly string[]; readonly progress: (bytes: number) => void },
): Promise<BundleVerdict> =>
  verifyBundle(
    {
      bytes: file.size,
      read: async (at, bytes) => new Uint8Array(await file.slice(at, at + bytes).arrayBuffer()),
    },
    {
      sha256: async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)),
      roots,
      progress,
    },
  )
