import { fileURLToPath } from 'node:url'

/** The top folder of the project, whatever the working directory is. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))
