/** After this time without a ping the agent counts as away. */
export const AGENT_AWAY_MINUTES = 15;
