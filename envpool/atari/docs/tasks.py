# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The goal and the actions of each game.

Actions and lives come from ale-py. The texts describe rewards and ends only where they
are not just points and the loss of the last life, as ALE's settings of the game compute
them.
"""

from __future__ import annotations

from docs.env_text import Entries, Env, spec_of
from envpool.atari.docs import games

SHOWN_FIRST = {"MsPacman": 0, "Breakout": 1}

# Descriptions by id without version.
TEXTS = {
    "Adventure": (
        "Find the chalice and carry it into the yellow castle, past mazes, gates and "
        "dragons. 1 for that; the episode ends then, or when a dragon eats you."
    ),
    "AirRaid": (
        "Fly above a row of buildings and shoot the enemies that fall from the sky "
        "before they destroy it."
    ),
    "Alien": (
        "Crush the eggs in the corridors of a spaceship while aliens hunt you; a "
        "flamethrower keeps them away."
    ),
    "Amidar": (
        "Walk along the lines of a grid and fill its rectangles while others patrol "
        "the same lines. ALE counts the lives from 11 down to 8."
    ),
    "Assault": (
        "Move a cannon along the ground and shoot the drones of a mother ship; "
        "shooting too much overheats it."
    ),
    "Asterix": "Change between lanes to collect what passes, and avoid the lyres.",
    "Asteroids": (
        "Turn, thrust and shoot to break up the asteroids that drift through space."
    ),
    "Atlantis": (
        "Defend a city with three cannons: FIRE is the middle one, RIGHTFIRE and "
        "LEFTFIRE are the outer ones."
    ),
    "Atlantis2": "The contest version of Atlantis, with faster attackers.",
    "Backgammon": (
        "Backgammon against the console. 1 for winning, -1 for losing, nothing before."
    ),
    "BankHeist": (
        "Drive through the streets of towns and rob banks; drop dynamite behind you "
        "against police cars, and watch the fuel."
    ),
    "BasicMath": (
        "Ten problems of arithmetic, answered by dialling numbers. 1 for each correct "
        "answer."
    ),
    "BattleZone": (
        "Drive a tank, seen from inside, and destroy enemy tanks and saucers on a "
        "plain."
    ),
    "BeamRider": (
        "Jump between beams and shoot saucers, sector by sector; torpedoes are few."
    ),
    "Berzerk": (
        "Shoot the robots in rooms with deadly walls, and leave before a bouncing "
        "face that nothing stops arrives."
    ),
    "Blackjack": (
        "Blackjack with bets. The reward is the change of your chips; the episode "
        "ends when there are none left, or 1,000."
    ),
    "Bowling": "Ten frames of bowling, with a ball that can be curved.",
    "Boxing": (
        "A two-minute boxing match seen from above. The reward is the change of your "
        "lead: 1 or 2 for a hit, the same negative for the other's; 100 points are a "
        "knockout."
    ),
    "Breakout": (
        "Bounce a ball off a paddle to knock out bricks: 1, 4 or 7 for each, more for "
        "higher rows. FIRE serves. There are two walls, worth 432 each."
    ),
    "Carnival": (
        "Shoot what moves along the rows of a shooting gallery before the bullets run "
        "out; ducks that get through eat some."
    ),
    "Casino": (
        "Card games for chips, chosen by the mode: blackjack, stud poker or poker "
        "solitaire. The reward is the change of your chips or, in solitaire, of the "
        "score."
    ),
    "Centipede": (
        "Shoot a centipede that winds down between mushrooms, and the spiders, fleas "
        "and scorpions that join it."
    ),
    "ChopperCommand": (
        "Fly a helicopter over a desert and protect a convoy of trucks from jets and "
        "helicopters."
    ),
    "CrazyClimber": (
        "Climb skyscrapers while windows close and things fall. Points that are taken "
        "away do not count."
    ),
    "Crossbow": (
        "Shoot whatever threatens your friends while they walk across the scene."
    ),
    "Darkchambers": (
        "Go down through the levels of a dungeon, collect treasure and weapons, and "
        "shoot monsters."
    ),
    "Defender": "Fly over a planet and shoot the aliens that abduct its people.",
    "DemonAttack": (
        "Shoot waves of demons that hover above you; later ones split in two."
    ),
    "DonkeyKong": "Climb girders and ladders to the top, and jump over barrels.",
    "DoubleDunk": (
        "Basketball, two against two. The reward is the change of your lead; the "
        "episode ends when a team has 24 points."
    ),
    "Earthworld": (
        "Leave the right objects in the rooms of the zodiac to find clues. 1 for "
        "each; the tenth ends the episode."
    ),
    "ElevatorAction": (
        "Ride the lifts of a building down, fetch secret documents behind its doors, "
        "shoot agents, and leave."
    ),
    "Enduro": (
        "Overtake cars by day, by night and in bad weather: 1 for each, -1 for each "
        "that overtakes you. The episode ends on the day when you overtake fewer than "
        "200 (300 from the second day on)."
    ),
    "Entombed": (
        "Stay in a maze that scrolls past, break through its walls where you must, "
        "and avoid what lives there."
    ),
    "Et": (
        "Find the parts of a telephone in pits and phone home. The score is paid at "
        "the end of a round, when you reach your ship or have no lives left."
    ),
    "FishingDerby": (
        "Catch more fish than the other angler before a shark takes them. The reward "
        "is the change of your lead; the episode ends when someone has 99."
    ),
    "FlagCapture": (
        "Find a flag hidden in a grid by the hints of its cells. 1 for each flag; the "
        "episode ends after 75 seconds."
    ),
    "Freeway": (
        "Lead a chicken across ten lanes of traffic. 1 for each crossing; the episode "
        "ends after 2 minutes 16 seconds."
    ),
    "Frogger": "Lead frogs across a road and a river to their homes.",
    "Frostbite": "Jump on ice floes to build an igloo, and go in before you freeze.",
    "Galaxian": "Shoot a formation of aliens that dive at you.",
    "Gopher": (
        "Fill the tunnels of a gopher, and hit it, so that it does not steal three "
        "carrots."
    ),
    "Gravitar": (
        "Fly a ship against gravity, destroy the bunkers of planets and collect fuel."
    ),
    "Hangman": (
        "Guess a word letter by letter. 1 for the word, -1 for failing; either ends "
        "the episode, and so does taking too long."
    ),
    "HauntedHouse": (
        "Find the pieces of an urn in a dark mansion and carry them out: 100. Each "
        "match that you light costs 1."
    ),
    "Hero": (
        "Fly down a mine with a propeller on your back, blast walls, shoot creatures, "
        "and rescue the miner."
    ),
    "HumanCannonball": (
        "Aim a cannon so that the man lands in a water tower. 1 for each hit; seven "
        "hits or seven misses end the episode."
    ),
    "IceHockey": (
        "Ice hockey, two against two. 1 for a goal, -1 for one of the others; the "
        "episode ends after three minutes."
    ),
    "Jamesbond": (
        "Drive a vehicle that also flies and dives through the missions of an agent, "
        "and shoot what is in the way."
    ),
    "JourneyEscape": (
        "Lead the members of a band to their vehicle; people who catch them take "
        "money. The reward is the change of the cash, so it may be negative; the "
        "episode ends when the time is up."
    ),
    "Kaboom": (
        "Catch the bombs that a bomber drops in buckets of water. FIRE starts a wave; "
        "one missed bomb costs a bucket."
    ),
    "Kangaroo": "Climb to your joey, punch monkeys, and dodge what they throw.",
    "KeystoneKapers": (
        "Chase a thief through a department store, over escalators and past trolleys "
        "and balls, before he reaches the roof."
    ),
    "KingKong": "Climb ladders to the top of a building and jump over bombs.",
    "Klax": (
        "Catch coloured tiles and drop them so that three of a colour are in line. "
        "Too many missed tiles, or a full bin, end the episode."
    ),
    "Koolaid": "Run into the creatures that drink a pool dry, and avoid their straws.",
    "Krull": (
        "Four scenes of the film: defend a wedding, ride, cross a web, fight the Beast."
    ),
    "KungFuMaster": (
        "Walk through the floors of a temple with punches and kicks; a stronger "
        "opponent waits at the end of each."
    ),
    "LaserGates": (
        "Fly through the caverns of a computer, shoot what guards them and slip "
        "through gates of force fields."
    ),
    "LostLuggage": "Catch the suitcases that fall from the carousel of an airport.",
    "MarioBros": "Knock pests over from the floor below and kick them away.",
    "MiniatureGolf": (
        "Nine holes of miniature golf. A hole pays its par minus your strokes."
    ),
    "MontezumaRevenge": (
        "Explore the rooms of a temple for keys and treasure. Most episodes of a "
        "random agent have no reward at all."
    ),
    "MrDo": (
        "Dig through an orchard for cherries, and drop apples or throw a ball on what "
        "hunts you."
    ),
    "MsPacman": "Eat the dots of a maze; after an energy pill, the ghosts as well.",
    "NameThisGame": (
        "Shoot the shark and the tentacles that come for your treasure, and take air "
        "from the boat above."
    ),
    "Othello": (
        "Othello against the console. The reward is the change of your lead in "
        "pieces, so its sum is the final lead."
    ),
    "Pacman": "Eat the dots of a maze; after a power pill, the ghosts as well.",
    "Phoenix": "Shoot formations of birds, then their ship; a shield lasts a moment.",
    "Pitfall": (
        "Run and swing through a jungle for treasure, within 20 minutes. Falling into "
        "holes and tripping over logs cost points."
    ),
    "Pitfall2": (
        "Explore caves for treasure. Nobody dies: what hurts you takes you back to "
        "the last cross and costs points. Ends at 199,000 points."
    ),
    "Pong": (
        "Table tennis with paddles. 1 for a point, -1 for one of the other side; the "
        "episode ends when a side has 21."
    ),
    "Pooyan": (
        "Ride a lift beside a cliff and shoot the balloons of wolves that float past."
    ),
    "PrivateEye": (
        "Drive a jumping car through a city, find clues, stolen things and their "
        "owners. Being hit costs points."
    ),
    "Qbert": (
        "Hop on the cubes of a pyramid until all have the right colour; creatures hop "
        "after you."
    ),
    "Riverraid": (
        "Fly up a river, shoot ships, aircraft and bridges, and refuel over depots."
    ),
    "RoadRunner": "Run along a desert road, eat seeds, and stay ahead of the coyote.",
    "Robotank": (
        "Drive a tank by instruments through fog and night. 1 for each tank destroyed."
    ),
    "Seaquest": (
        "Steer a submarine, shoot sharks and submarines, and bring divers to the "
        "surface before the air runs out."
    ),
    "SirLancelot": (
        "Ride a winged horse and strike creatures from above, then fight a dragon in "
        "its castle."
    ),
    "Skiing": (
        "A slalom, as fast as possible. The reward is minus the hundredths of seconds "
        "that pass; missed gates cost five seconds each at the end."
    ),
    "Solaris": (
        "Travel between sectors of space, fight pirates, and find the planet Solaris."
    ),
    "SpaceInvaders": "Shoot rows of invaders that march down, from behind shields.",
    "SpaceWar": (
        "Steer a spaceship that keeps drifting. The reward is the score; the episode "
        "ends with 10 points, or after ten minutes."
    ),
    "StarGunner": "Shoot waves of attackers in a fast ship above a planet.",
    "Superman": (
        "Catch the crooks, mend the bridge and return as Clark Kent. Only that pays, "
        "5,999 minus the seconds that it took, and ends the episode."
    ),
    "Surround": (
        "Two trails grow; who runs into one loses a round. 1 for a round won, -1 for "
        "one lost; the episode ends when a side has 10."
    ),
    "Tennis": "A set of tennis. 1 for a point or a game, -1 for one of the other side.",
    "Tetris": "Drop pieces of four squares so that they fill rows.",
    "TicTacToe3d": (
        "Four in a row in a cube of 4 x 4 x 4 against the console. 1 for winning, -1 "
        "for losing, 0 for a draw."
    ),
    "TimePilot": (
        "Shoot the aircraft of five ages, which come from all sides, then their "
        "mother ship."
    ),
    "Trondead": (
        "Throw a disc at the warriors who enter an arena. The fifth hit that you take "
        "ends the episode."
    ),
    "Turmoil": "Move between the lanes of a shaft and shoot what comes along them.",
    "Tutankham": (
        "Explore a tomb for keys and treasure; the laser shoots to the left and the "
        "right only."
    ),
    "UpNDown": "Drive along winding roads, collect flags, and jump on the other cars.",
    "Venture": "Enter the rooms of a dungeon, shoot monsters, and take their treasure.",
    "VideoCheckers": (
        "Checkers against the console, or reverse checkers, by the mode. 1 for "
        "winning, -1 for losing."
    ),
    "VideoChess": "Chess against the console. 1 for checkmate, -1 for being mated.",
    "VideoCube": (
        "Turn the faces of a cube until each has a single colour. The reward is the "
        "change of how many faces do, and -1 if time runs out."
    ),
    "VideoPinball": "Pinball with two flippers, bumpers and a nudge.",
    "WizardOfWor": (
        "Shoot the creatures of a maze before they shoot you; some are invisible."
    ),
    "WordZapper": (
        "Shoot the letters of a word in the right order as they pass. 1 for each of "
        "three words; running out of time ends the episode."
    ),
    "YarsRevenge": (
        "Eat or shoot through a shield, then hit the Qotile behind it with a cannon."
    ),
    "Zaxxon": (
        "Fly over fortresses in space, at the right height, and shoot tanks, towers "
        "and planes."
    ),
}

# Directions in ALE's action names, in the order of their mention in the text.
_MOVES = {"UP": "up", "DOWN": "down", "RIGHT": "right", "LEFT": "left"}
_SITE = "https://ale.farama.org/environments"
_ALL = 18  # actions of one player


def _meaning(name: str) -> str:
    """Returns the joystick input of an action."""
    if name == "NOOP":
        return "nothing"
    moves = [text for part, text in _MOVES.items() if part in name]
    parts = [f"joystick {' and '.join(moves)}"] if moves else []
    return ", ".join([*parts, *(["button"] if "FIRE" in name else [])])


def _env(name: str, task_id: str) -> Env:
    """Returns the content of a game's page."""
    config = spec_of(task_id).config._asdict()
    game = games.game_of(config)
    rows = [[str(i), each, _meaning(each)] for i, each in enumerate(game.actions)]
    lives = f" The player has {game.lives} lives." if game.lives > 1 else ""
    full = (
        "``full_action_space=True`` gives all 18 actions of the joystick."
        if len(game.actions) < _ALL
        else "All 18 actions of the joystick have an effect."
    )
    return Env(
        name,
        (task_id,),
        TEXTS[name] + lives,
        [
            "The last four frames, oldest first, each the picture of the screen in "
            "gray, resized to 84 x 84: :ref:`atari-processing` says how. Options give "
            "colours, other sizes, or the memory of the console."
        ],
        [Entries({"Index": 12, "Action": 30, "What it does": 58}, rows), full],
        "The change of the score since the last step, in the game's points, unless the "
        "text above says otherwise. With ``reward_clip``, only its sign.",
        "The game is over. With ``episodic_life``, also when a life is lost.",
        f"{_SITE}/{config['task']}/",
        start="A new game, after 1 to 30 frames without action, the last of them with "
        "FIRE in games that have it.",
        names=(f"ALE/{name}-v5", f"{name}NoFrameskip-v4", f"{name}Deterministic-v4"),
    )


def envs() -> dict[str, Env]:
    """Returns the games by the names of their pages."""
    return {name: _env(name, f"{name}-v5") for name in TEXTS}
