import { runToEnd } from '../../../scripts/processes.mjs'

/**
 * The wallet's program, or why there is none that can be tried.
 * @param {readonly string[]} candidates @returns {Promise<{ path: string, knowsTrust: boolean } | string>}
 */
export async function findWallet(candidates) {
  for (const path of candidates) {
    const help = await runToEnd(path, ['wallet', 'accept', '--help'], {}).catch(
      (/** @type {NodeJS.ErrnoException} */ error) => {
        if (error.code === 'ENOENT' || error.code === 'EACCES') return null
        throw error
      },
    )
    if (help === null) continue
    return { path, knowsTrust: /--arf\b/.test(help.output) }
  }
  return `Nothing was tried: the wallet eudi-dev is not installed (looked for ${candidates.join(', ')}). Install version 3 of it, or name its program with --eudi.`
}
