import { campaignContract } from './campaigns'
import type { ContractEntry } from './contract-entry'
import { entitiesContract } from './entities'
import { issuerContract } from './issuer'
import { metadataContract } from './metadata'
import { organizationKeysContract } from './organization-keys'
import { pipelinesContract } from './pipelines'
import { publishedContract } from './published'
import { scoreboardContract } from './scoreboard'
import { serviceContract } from './service'
import { sessionContract } from './sessions'
import { trustContract } from './trust'
import { verifierContract } from './verifier'
import { workbenchContract } from './workbenches'

/** Every endpoint of the interface under its operation id. Adding one means an entry here and a `route.ts` that names its endpoint. */
export const contract = {
  ...serviceContract,
  ...metadataContract,
  ...sessionContract,
  ...issuerContract,
  ...verifierContract,
  ...campaignContract,
  ...workbenchContract,
  ...publishedContract,
  ...scoreboardContract,
  ...pipelinesContract,
  ...organizationKeysContract,
  ...entitiesContract,
  ...trustContract,
}

export type OperationId = keyof typeof contract

/** True for the name of an operation. */
export const isOperationId = (name: string): name is OperationId => Object.hasOwn(contract, name)

/** The entry of an operation, as the general type. */
export const contractEntry = (operation: OperationId): ContractEntry => contract[operation]

/** Operation ids in the order of declaration. */
export const operationIds = Object.keys(contract) as OperationId[]
