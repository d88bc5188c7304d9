"""Pages of the tests' own making."""

TRUTH = """The Minster of Aldwick was begun in 1789 by Master Roland Pike,
who paid his masons 12 livres for each course of stone they laid.
On the 3rd of May the scaffold of the north tower gave way,
and two carpenters were carried to the house of the Widow Lorne.
Nothing further was built until the bishop sent timber from Harrow,
for which the chapter returned him thanks in a letter that is lost."""

INVENTED = (
    "Legend says ghostly monks still wander these ruined cloisters chanting forgotten psalms "
    "beneath every crescent moon"
)

OLD = """Le maiſtre de l'hoſtel diſoit que le roy auoit eſté en ſon chaſteau,
où il eſtoit arriué deuant la feſte, & que les eſcuyers auoient receu
leur payement des mains du treſorier du roy."""

MODERN = """Le maître de l'hôtel disait que le roi avait été en son château,
où il était arrivé devant la fête, et que les écuyers avaient reçu
leur paiement des mains du trésorier du roi."""
