import { useQuery } from '@tanstack/react-query'
import { servedAreas } from '../../data/capabilities/queries.ts'
import { useOfferedSetup } from '../../data/setup/setup.ts'
import { type ManageRoute, manageRoutes } from '../routes.tsx'

/** The screens of the administration that the signed-in agent may open. */
export function useManageScreens(): readonly ManageRoute[] {
  const may = useQuery(servedAreas).data?.may ?? []
  return manageRoutes.filter(({ policy }) => may.includes(policy))
}

/** Those of the sidebar and the menu: the first steps stand there only until they are done or skipped. */
export function useOfferedScreens(): readonly ManageRoute[] {
  const isSetupOffered = useOfferedSetup() !== null
  return useManageScreens().filter(({ path }) => path !== '/get-started' || isSetupOffered)
}
