import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cacheDir } from '../../scripts/temporal-program.mjs'

/** The newest Node with long-term support that was tried. The README says which were: raise both. */
const newestLtsVersion = '24.21.0'

/** SHA-512 of the registry's packages `node-{platform}-{arch}` of that version, in base64. */
const hashes: Readonly<Record<string, string>> = {
  'linux-x64': '3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  'linux-arm64': 'FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
}

/**
 * The program of that Node, which the registry has as a package: fetched once for each machine, compared with its hash,
 * and kept beside Temporal's. `null` on a platform whose hash is not known.
 */
export function newestLts(): string | null {
  const platform = `${process.platform}-${process.arch}`
  const hash = hashes[platform]
  if (hash === undefined) return null
  const name = `node-${platform}`
  const folder = join(cacheDir(process.env), `${name}-${newestLtsVersion}`)
  const program = join(folder, 'bin/node')
  if (existsSync(program)) return program
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 })
  const work = mkdtempSync(join(dirname(folder), 'fetching-'))
  try {
    const spec = `${name}@${newestLtsVersion}`
    const said = execFileSync('npm', ['pack', spec, '--json', '--silent', `--pack-destination=${work}`], { cwd: work })
    const archive = join(work, JSON.parse(String(said))[0].filename)
    if (createHash('sha512').update(readFileSync(archive)).digest('base64') !== hash)
      throw new Error(`What the registry sent as ${spec} is not what it sent before.`)
    execFileSync('tar', ['-xzf', archive, '-C', work])
    rmSync(folder, { recursive: true, force: true })
    renameSync(join(work, 'package'), folder)
    return program
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
