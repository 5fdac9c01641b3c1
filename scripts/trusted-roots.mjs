import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Lets a program of ours take part in https under the test root of the installation: Node adds the certificates that
 * `NODE_EXTRA_CA_CERTS` names to those that it knows. A certificate that the service has by `TLS_CERT_FILE` joins them,
 * for it may have signed itself, and so does whatever the variable named before.
 * @param {NodeJS.ProcessEnv} env @param {string} [dataDir]
 * @returns {NodeJS.ProcessEnv} the same where no test root has been made
 */
export function withTrustedRoots(env, dataDir = dataDirOf(env)) {
  const root = join(dataDir, 'keys', 'root-ca.cert.pem')
  if (!existsSync(root)) return { ...env }
  const more = [env.NODE_EXTRA_CA_CERTS, env.TLS_CERT_FILE].filter((file) => file !== undefined && existsSync(file))
  if (more.length === 0) return { ...env, NODE_EXTRA_CA_CERTS: root }
  const file = join(dataDir, 'trusted-roots.pem')
  const texts = [root, ...more].map((name) => readFileSync(String(name), 'utf8').trim())
  writeFileSync(`${file}.${process.pid}`, `${texts.join('\n')}\n`, { mode: 0o600 })
  renameSync(`${file}.${process.pid}`, file)
  return { ...env, NODE_EXTRA_CA_CERTS: file }
}

/** The data directory that an environment names. @param {NodeJS.ProcessEnv} env */
export function dataDirOf(env) {
  return resolve(env.DATA_DIR?.trim() || 'data')
}
